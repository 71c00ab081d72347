import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod';
import { hashToken } from '#platform/auth/tokens.ts';
import type { Config } from '#platform/config/config.ts';
import { forbidden, invalid, notFound } from '#platform/errors/app-error.ts';
import { createLocalDoor } from '#platform/http/local-door.ts';
import { pagePolicy } from '#platform/pages/pretended-page.ts';
import { checkoutPage } from './checkout-page.presenter.ts';
import { controlPage } from './control-page.presenter.ts';
import { act, lockSession, type SandboxBooks } from './sandbox-deeds.service.ts';
import { DEEDS } from './sandbox-rules.ts';
import { selectEventsOf, selectRecentSessions } from './sandbox.queries.ts';
import type { SandboxSessionRow } from './sandbox.tables.ts';

const RECENT = 30;
const DOOR_REFUSAL = 'The desk of the sandbox opens on the machine of the portal alone.';
const SESSION_ID = /^cs_sandbox_[0-9a-f]{32}$/;
const BODY_LIMIT_BYTES = 4096;
const AMOUNT_PROBLEM = 'amount';
const PROBLEMS: Record<string, string> = {
  [AMOUNT_PROBLEM]: 'That cannot be refunded: give an amount up to what is left of the payment.',
};

const formSchema = z.object({
  token: z.string().max(200),
  deed: z.enum(DEEDS),
  amount: z.string().max(20).optional(),
});
type Form = z.infer<typeof formSchema>;

type Parts = SandboxBooks & { config: Pick<Config, 'mode' | 'payments' | 'brand' | 'host' | 'trustProxy'> };

/** The hosted checkout and its control desk, where payments are pretended: never in production. */
export function sandboxRoutes(app: FastifyInstance, parts: Parts): void {
  const { mode, payments } = parts.config;
  if (mode !== 'embedded' || payments.provider !== 'sandbox') return;
  // Forms are read by these routes alone.
  void app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES },
      (_request, body, done) => done(null, body),
    );
    checkoutRoutes(scope, parts);
    controlRoutes(scope, parts);
  });
}

type OfSession = { Params: { session: string } };
const options = { schema: { hide: true } };

function checkoutRoutes(scope: FastifyInstance, parts: Parts): void {
  const { config } = parts;
  scope.get<OfSession>('/sandbox/checkout/:session', options, async ({ params }, reply) => {
    const session = await getSession(parts, params.session);
    const leadsTo = [session.successUrl, session.cancelUrl];
    return sendPage(reply, checkoutPage(session, config.brand.name), leadsTo);
  });

  scope.post<OfSession>('/sandbox/checkout/:session', options, async ({ params, body }, reply) => {
    const session = await getSession(parts, params.session);
    const { deed } = readForm(session, body);
    const outcome = await act(parts, session.id, { deed });
    // Whatever else it came to is told by the page itself.
    const isPaid = deed === 'pay' && outcome !== undefined;
    return reply.redirect(isPaid ? session.successUrl : `/sandbox/checkout/${session.id}`, 303);
  });
}

function controlRoutes(scope: FastifyInstance, parts: Parts): void {
  const { db, config } = parts;
  // The desk shows everybody's payments and refunds them; the checkout is for whoever has its address.
  const desk = { ...options, onRequest: createLocalDoor(config, DOOR_REFUSAL) };
  scope.get<{ Querystring: { problem?: string } }>('/sandbox', desk, async ({ query }, reply) => {
    const sessions = await selectRecentSessions(db, RECENT);
    const events = await selectEventsOf(
      db,
      sessions.map(({ id }) => id),
    );
    const problem = query.problem === AMOUNT_PROBLEM ? PROBLEMS[AMOUNT_PROBLEM] : undefined;
    return sendPage(reply, controlPage({ sessions, events, problem, brandName: config.brand.name }), []);
  });

  scope.post<OfSession>('/sandbox/payments/:session', desk, async ({ params, body }, reply) => {
    const session = await getSession(parts, params.session);
    const form = readForm(session, body);
    const refundCents = form.deed === 'refund' ? readCents(form.amount) : undefined;
    const isReadable = form.deed !== 'refund' || refundCents !== undefined;
    const outcome = isReadable ? await act(parts, session.id, { deed: form.deed, refundCents }) : undefined;
    const isProblem = form.deed === 'refund' && outcome === undefined;
    return reply.redirect(isProblem ? `/sandbox?problem=${AMOUNT_PROBLEM}` : `/sandbox#${session.id}`, 303);
  });
}

/** As it is now: one whose time is over has expired. */
async function getSession(books: SandboxBooks, id: string): Promise<SandboxSessionRow> {
  const session = SESSION_ID.test(id)
    ? await books.db.transaction((tx) => lockSession(tx, books, id))
    : undefined;
  if (!session) throw notFound('There is no such checkout.');
  return session;
}

/** The token is on the page, so no other site can have its visitors press a button. */
function readForm({ formToken }: SandboxSessionRow, body: unknown): Form {
  const fields = Object.fromEntries(new URLSearchParams(typeof body === 'string' ? body : ''));
  const form = formSchema.safeParse(fields);
  if (!form.success) throw invalid('This is not what the form of this page sends.');
  if (!timingSafeEqual(hashToken(form.data.token), hashToken(formToken)))
    throw forbidden('This was not sent from the page of this payment. Open it and try again.');
  return form.data;
}

/** '4.99' or '4,99' → 499; undefined for what is no amount. */
function readCents(amount = ''): number | undefined {
  const [, euros, cents = ''] = /^(\d{1,6})(?:[.,](\d{1,2}))?$/.exec(amount.trim()) ?? [];
  return euros === undefined ? undefined : Number(euros) * 100 + Number(cents.padEnd(2, '0'));
}

function sendPage(reply: FastifyReply, html: string, leadsTo: (string | null)[]): FastifyReply {
  return reply
    .headers({
      'content-security-policy': pagePolicy(leadsTo),
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    })
    .type('text/html; charset=utf-8')
    .send(html);
}
