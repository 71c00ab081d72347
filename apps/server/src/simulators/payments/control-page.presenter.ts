import { type Html, html } from '#platform/pages/simulator-page.ts';
import { money, page } from './sandbox-html.ts';
import { type SandboxAction, possibleActions, refundableCents } from './sandbox-rules.ts';
import type { SandboxEventRow, SandboxSessionRow } from './sandbox.tables.ts';

export type ListedEvent = Pick<SandboxEventRow, 'id' | 'sessionId' | 'kind' | 'attempts' | 'deliveredAt'>;

type Control = {
  sessions: SandboxSessionRow[];
  events: ListedEvent[];
  problem: string | undefined;
  brandName: string;
};

const LABELS: Partial<Record<SandboxAction, string>> = {
  succeed: 'Let it succeed',
  fail: 'Let it fail',
  expire: 'Let it expire',
  dispute: 'Open a dispute',
  win: 'Win the dispute',
  lose: 'Lose the dispute',
};

/** Recent payments, with the actions of the seller, the buyer's bank and time. */
export function controlPage({ sessions, events, problem, brandName }: Control): string {
  const eventsOf = Map.groupBy(events, ({ sessionId }) => sessionId);
  const body = html`<h1>Sandbox payments</h1>
    <p class="muted">
      ${brandName} learns of actions on this page by signed webhooks, as with a real provider.
    </p>
    ${problem === undefined ? undefined : html`<p class="alert" role="alert">${problem}</p>`}
    ${sessions.length === 0 ? html`<p>No payments yet. Buy something first.</p>` : undefined}
    <div class="payments">
      ${sessions.map((session) => paymentPanel(session, eventsOf.get(session.id) ?? []))}
    </div>`;
  return page({ title: 'Sandbox payments', brandName, body });
}

function paymentPanel(session: SandboxSessionRow, events: ListedEvent[]): Html {
  const { id, productName, amountCents, currency, createdAt, status, url } = session;
  const { text, tone } = describe(session);
  return html`<article class="panel" id="${id}" aria-labelledby="name-${id}">
    <header>
      <h2 id="name-${id}">${productName}</h2>
      <p>${money(amountCents, currency)} <span class="state ${tone}">${text}</span></p>
    </header>
    <p class="muted">
      ${session.clientReferenceId ?? 'No reference'} &middot;
      <time datetime="${createdAt.toISOString()}">${asUtc(createdAt)}</time>
    </p>
    ${status === 'open' ? html`<a class="button" href="${url}">Open the checkout</a>` : undefined}
    ${possibleActions(session).includes('refund') ? refundForm(session) : undefined} ${actionForm(session)}
    ${
      events.length === 0
        ? undefined
        : html`<ul aria-label="Webhooks">
            ${events.map(eventLine)}
          </ul>`
    }
  </article>`;
}

function describe(session: SandboxSessionRow): { text: string; tone: 'good' | 'bad' | 'wait' } {
  const { status, paymentStatus, paymentIntentStatus, refundedCents, amountCents, currency } = session;
  if (status === 'open') return { text: 'Open', tone: 'wait' };
  if (status === 'expired') return { text: 'Expired', tone: 'bad' };
  if (paymentStatus === 'unpaid')
    return paymentIntentStatus === 'processing'
      ? { text: 'On its way', tone: 'wait' }
      : { text: 'Failed', tone: 'bad' };
  if (session.disputeStatus === 'lost') return { text: 'Dispute lost', tone: 'bad' };
  if (session.disputeStatus === 'needs_response') return { text: 'Disputed', tone: 'wait' };
  if (refundedCents === amountCents) return { text: 'Refunded', tone: 'bad' };
  if (refundedCents > 0) return { text: `Paid, ${money(refundedCents, currency)} refunded`, tone: 'wait' };
  return { text: session.disputeStatus === 'won' ? 'Paid, dispute won' : 'Paid', tone: 'good' };
}

function refundForm(session: SandboxSessionRow): Html {
  const left = (refundableCents(session) / 100).toFixed(2);
  return form(
    session,
    html`<div class="row">
      <label
        >Amount to refund, in ${session.currency.toUpperCase()}
        <input name="amount" inputmode="decimal" autocomplete="off" value="${left}"
      /></label>
      <button class="button" name="action" value="refund">Refund</button>
    </div>`,
  );
}

function actionForm(session: SandboxSessionRow): Html | undefined {
  const actions = possibleActions(session).filter((action) => LABELS[action] !== undefined);
  if (actions.length === 0) return undefined;
  const buttons = actions.map(
    (action) => html`<button class="button" name="action" value="${action}">${LABELS[action]}</button>`,
  );
  return form(session, html`<div class="row">${buttons}</div>`);
}

function form({ id, formToken }: SandboxSessionRow, fields: Html): Html {
  return html`<form method="post" action="/sandbox/payments/${id}">
    <input type="hidden" name="token" value="${formToken}" />
    ${fields}
  </form>`;
}

function eventLine({ kind, attempts, deliveredAt }: ListedEvent): Html {
  if (deliveredAt !== null) return html`<li>${kind}: delivered</li>`;
  return html`<li>${kind}: waiting to be delivered${attempts > 0 ? `, tried ${attempts} times` : ''}</li>`;
}

function asUtc(time: Date): string {
  return `${time.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
