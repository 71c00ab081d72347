import type * as z from 'zod';
import { parseJson } from '#platform/json/parse-json.ts';
import {
  type TwitchFailure,
  TwitchForbidden,
  TwitchLimited,
  TwitchRefused,
  TwitchUnauthorized,
  TwitchUnavailable,
} from './twitch-errors.ts';
import { type Budget, POINTS_A_MINUTE } from './twitch-limits.ts';

const LONGEST_REASON = 200;
/** A bucket is full again within a minute, even if a header says otherwise. */
const LONGEST_RESET_MS = 60_000;
const SHORTEST_RESET_MS = 1000;

export type TwitchRequest = {
  method: 'GET' | 'POST';
  /** Without a query. */
  url: string;
  query?: [name: string, value: string][];
  form?: Record<string, string>;
  headers?: Record<string, string>;
  timeoutMs: number;
  /** Cancels the request at any time. */
  signal?: AbortSignal | undefined;
  /** Cancels the request only while it waits to be sent: after that, its answer matters. */
  untilSent?: AbortSignal | undefined;
};

export type TwitchAnswer = { status: number; text: string; budget: Budget | undefined; called: string };

/**
 * Sends one request and reads the whole answer of any status.
 *
 * @throws TwitchUnavailable without an answer in time
 */
export async function send(request: Omit<TwitchRequest, 'untilSent'>): Promise<TwitchAnswer> {
  const { method, url, query, form, headers = {}, timeoutMs, signal } = request;
  const called = `${method} ${new URL(url).pathname}`;
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(query ? `${url}?${new URLSearchParams(query)}` : url, {
      method,
      headers: { accept: 'application/json', ...headers },
      ...(form && { body: new URLSearchParams(form) }),
      // A redirect would send the token to another server.
      redirect: 'error',
      signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
    });
    const text = await response.text();
    return { status: response.status, text, budget: budgetOf(response), called };
  } catch (error) {
    throw new TwitchUnavailable(`Twitch did not answer ${called}: ${reasonOf(error, { timeout, signal })}.`);
  }
}

/**
 * Parses the body of a successful answer.
 *
 * @throws TwitchFailure by the status; TwitchUnavailable for an unexpected body
 */
export function readBody<Body>(schema: z.ZodType<Body>, answer: TwitchAnswer): Body {
  requireSuccess(answer);
  const parsed = schema.safeParse(parseJson(answer.text));
  if (parsed.success) return parsed.data;
  throw new TwitchUnavailable(`Twitch answered ${answer.called} with something unreadable.`);
}

/** @throws TwitchFailure unless the answer is a success */
export function requireSuccess(answer: TwitchAnswer): void {
  if (answer.status !== 200) throw failureOf(answer);
}

function failureOf({ status, text, budget, called }: TwitchAnswer): TwitchFailure {
  const reason = messageIn(text);
  const message = `Twitch answered ${called} with ${status}${reason && `: ${reason}`}.`;
  // A wrong client id or secret must not look like a fault of every user's token.
  if (status === 403 || isAboutTheApplication(status, reason)) return new TwitchForbidden(message);
  // Without Twitch's message, the status comes from a proxy and not from Twitch.
  if (status === 400 && reason) return new TwitchRefused(message);
  if (status === 401 && reason) return new TwitchUnauthorized(message);
  if (status !== 429) return new TwitchUnavailable(message);
  return new TwitchLimited(message, new Date(Date.now() + (budget?.resetsInMs ?? LONGEST_RESET_MS)));
}

function isAboutTheApplication(status: number, reason: string): boolean {
  return status >= 400 && status < 500 && /^(invalid client|client does not exist)/i.test(reason);
}

/** Twitch's message, without anything that could be a token or a secret. */
function messageIn(text: string): string {
  const body = parseJson(text);
  if (typeof body !== 'object' || body === null || !('message' in body)) return '';
  const message = String(body.message).replace(/[\w~+/=%-]{20,}/g, '…');
  return message.replace(/[^\x20-\x7e\u2026]|\.$/g, '').slice(0, LONGEST_REASON);
}

function budgetOf({ status, headers }: Response): Budget | undefined {
  const [limit, remaining] = ['limit', 'remaining'].map((name) => numberIn(headers, `ratelimit-${name}`));
  // Some 429s come while points are left, or without a reset time. They must not be retried immediately.
  if (status === 429) return { limit: limit ?? POINTS_A_MINUTE, remaining: 0, resetsInMs: resetIn(headers) };
  if (limit === undefined || remaining === undefined) return undefined;
  return { limit, remaining, resetsInMs: resetIn(headers) };
}

/** Uses Twitch's clock, because this machine's may be off by minutes. */
function resetIn(headers: Headers): number {
  const resetsAtSeconds = numberIn(headers, 'ratelimit-reset');
  if (resetsAtSeconds === undefined) return LONGEST_RESET_MS;
  const itsNow = Date.parse(headers.get('date') ?? '');
  const resetsInMs = resetsAtSeconds * 1000 - (Number.isNaN(itsNow) ? Date.now() : itsNow);
  return Math.min(Math.max(resetsInMs, SHORTEST_RESET_MS), LONGEST_RESET_MS);
}

function numberIn(headers: Headers, name: string): number | undefined {
  const number = Number.parseFloat(headers.get(name) ?? '');
  return Number.isNaN(number) ? undefined : number;
}

/** Never the error's own message, which may contain the request. */
function reasonOf(
  error: unknown,
  { timeout, signal }: { timeout: AbortSignal; signal: AbortSignal | undefined },
): string {
  if (timeout.aborted) return 'it took too long';
  if (signal?.aborted) return 'the caller gave up';
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'the connection failed';
}
