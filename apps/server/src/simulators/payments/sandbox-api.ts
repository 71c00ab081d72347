import { timingSafeEqual } from 'node:crypto';
import { hashToken } from '#platform/auth/tokens.ts';
import type { SandboxDependencies } from './sandbox-actions.service.ts';
import { runOperation, type Scope } from './sandbox-operations.ts';
import { insertKeptAnswer, lockIdempotencyKey, selectKeptAnswer } from './sandbox.queries.ts';
import { Refusal } from './stripe-refusal.ts';

/** One request as it came over the network. */
export type Call = {
  method: string;
  path: string;
  /** Form-encoded parameters. */
  form: string;
  idempotencyKey: string | undefined;
  authorization: string | undefined;
};

export type Answer = { status: number; body: unknown; isReplayed?: boolean };

export type Sandbox = SandboxDependencies & { secretKey: string; publicOrigin: string };

/** Answers one call as Stripe would. Checks the API key first, then the idempotency key. */
export async function answerCall(sandbox: Sandbox, call: Call): Promise<Answer> {
  try {
    requireKey(sandbox.secretKey, call.authorization);
    return await sandbox.db.transaction((tx) => answerOnce({ ...sandbox, tx }, call));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { status, message, code, type } = error;
    return { status, body: { error: { type, message, ...(code !== undefined && { code }) } } };
  }
}

function requireKey(secretKey: string, authorization = ''): void {
  if (!timingSafeEqual(hashToken(authorization), hashToken(`Bearer ${secretKey}`)))
    throw new Refusal(401, 'Invalid API Key provided.');
}

/** Source: https://docs.stripe.com/api/idempotent_requests */
async function answerOnce(scope: Scope, call: Call): Promise<Answer> {
  const { method, path, form, idempotencyKey: key } = call;
  if (method !== 'POST' || key === undefined) return { status: 200, body: await runOperation(scope, call) };
  if (!(await lockIdempotencyKey(scope.tx, key))) {
    const message = 'There is currently another in-progress request using this idempotency key.';
    throw new Refusal(409, message, 'idempotency_key_in_use', 'idempotency_error');
  }
  const fingerprint = `${path}?${form}`;
  const kept = await selectKeptAnswer(scope.tx, key);
  if (kept && kept.fingerprint !== fingerprint) {
    const message = `Keys for idempotent requests can only be used with the same parameters: '${key}'`;
    throw new Refusal(400, message, undefined, 'idempotency_error');
  }
  if (kept) return { status: 200, body: kept.answer, isReplayed: true };
  const answer = await runOperation(scope, call);
  await insertKeptAnswer(scope.tx, { key, fingerprint, answer });
  return { status: 200, body: answer };
}
