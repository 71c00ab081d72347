import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod';
import { hashToken } from '#platform/auth/tokens.ts';
import type { Config } from '#platform/config/config.ts';
import { forbidden, invalid, notFound } from '#platform/errors/app-error.ts';
import { requireLocalCaller } from '#platform/http/local-only.ts';
import { pagePolicy } from '#platform/pages/simulator-page.ts';
import { checkoutPage } from './checkout-page.presenter.ts';
import { controlPage } from './control-page.presenter.ts';
import { performAction, lockSession, type SandboxDependencies } from './sandbox-actions.service.ts';
import { ACTIONS } from './sandbox-rules.ts';
import { selectEventsOf, selectRecentSessions } from './sandbox.queries.ts';
import type { SandboxSessionRow } from './sandbox.tables.ts';

const RECENT = 30;
const SESSION_ID = /^cs_sandbox_[0-9a-f]{32}$/;
const BODY_LIMIT_BYTES = 4096;
const AMOUNT_PROBLEM = 'amount';
const CONSENT_PROBLEM = 'terms';
const PROBLEMS: Record<string, string> = {
  [AMOUNT_PROBLEM]: 'That cannot be refunded. Enter at most what is left of the payment.',
};

const formSchema = z.object({
  token: z.string().max(200),
  /** The field name of the pages, which scripts post to. */
  action: z.enum(ACTIONS),
  amount: z.string().max(20).optional(),
  terms: z.literal('accepted').optional(),
});
type Form = z.infer<typeof formSchema>;

type Parts = SandboxDependencies & {
  config: Pick<Config, 'mode' | 'payments' | 'brand' | 'publicOrigin' | 'trustProxy'>;
};

/** The simulated checkout and its control page, for this machine only: they pay with nothing. Never registered in public mode. */
export function sandboxRoutes(app: FastifyInstance, parts: Parts): void {
  const { config } = parts;
  if (config.mode !== 'local' || config.payments.provider !== 'sandbox') return;
  // Scoped, so that only these routes accept forms.
  void app.register(async (scope) => {
    scope.addHook('onRequest', requireLocalCaller(config));
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
  scope.get<OfSession & { Querystring: { problem?: string } }>(
    '/sandbox/checkout/:session',
    options,
    async ({ params, query }, reply) => {
      const session = await getSession(parts, params.session);
      const leadsTo = [session.successUrl, session.cancelUrl];
      const page = checkoutPage(session, {
        brandName: config.brand.name,
        lacksConsent: query.problem === CONSENT_PROBLEM,
      });
      return sendPage(reply, page, leadsTo);
    },
  );

  scope.post<OfSession>('/sandbox/checkout/:session', options, async ({ params, body }, reply) => {
    const session = await getSession(parts, params.session);
    const form = readForm(session, body);
    const { action } = form;
    if (lacksConsent(session, form)) return askForConsent(reply, session);
    const outcome = await performAction(parts, session.id, { action });
    // The checkout page shows every other outcome.
    const isPaid = action === 'pay' && outcome !== undefined;
    return reply.redirect(isPaid ? session.successUrl : `/sandbox/checkout/${session.id}`, 303);
  });
}

function controlRoutes(scope: FastifyInstance, parts: Parts): void {
  const { db, config } = parts;
  scope.get<{ Querystring: { problem?: string } }>('/sandbox', options, async ({ query }, reply) => {
    const sessions = await selectRecentSessions(db, RECENT);
    const events = await selectEventsOf(
      db,
      sessions.map(({ id }) => id),
    );
    const problem = query.problem === AMOUNT_PROBLEM ? PROBLEMS[AMOUNT_PROBLEM] : undefined;
    return sendPage(reply, controlPage({ sessions, events, problem, brandName: config.brand.name }), []);
  });

  scope.post<OfSession>('/sandbox/payments/:session', options, async ({ params, body }, reply) => {
    const session = await getSession(parts, params.session);
    const form = readForm(session, body);
    if (lacksConsent(session, form)) return askForConsent(reply, session);
    const refundCents = form.action === 'refund' ? readCents(form.amount) : undefined;
    const isReadable = form.action !== 'refund' || refundCents !== undefined;
    const outcome = isReadable
      ? await performAction(parts, session.id, { action: form.action, refundCents })
      : undefined;
    const isProblem = form.action === 'refund' && outcome === undefined;
    return reply.redirect(isProblem ? `/sandbox?problem=${AMOUNT_PROBLEM}` : `/sandbox#${session.id}`, 303);
  });
}

/** Whether a payment needs a consent that the form doesn't have, from whichever page it comes. */
function lacksConsent({ termsMessage, status }: SandboxSessionRow, { action, terms }: Form): boolean {
  const isPaying = action === 'pay' || action === 'pay_later';
  return isPaying && termsMessage !== null && status === 'open' && terms === undefined;
}

function askForConsent(reply: FastifyReply, { id }: SandboxSessionRow): FastifyReply {
  return reply.redirect(`/sandbox/checkout/${id}?problem=${CONSENT_PROBLEM}`, 303);
}

/** @throws not_found; expires an overdue session first */
async function getSession(dependencies: SandboxDependencies, id: string): Promise<SandboxSessionRow> {
  const session = SESSION_ID.test(id)
    ? await dependencies.db.transaction((tx) => lockSession(tx, dependencies, id))
    : undefined;
  if (!session) throw notFound('There is no such checkout.');
  return session;
}

/** The token protects against cross-site request forgery. */
function readForm({ formToken }: SandboxSessionRow, body: unknown): Form {
  const fields = Object.fromEntries(new URLSearchParams(typeof body === 'string' ? body : ''));
  const form = formSchema.safeParse(fields);
  if (!form.success) throw invalid('This form is not valid. Open the page again.');
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
