import { type Html, html } from '#platform/pages/simulator-page.ts';
import { money, page } from './sandbox-html.ts';
import type { SandboxAction } from './sandbox-rules.ts';
import type { SandboxSessionRow } from './sandbox.tables.ts';

/** The hosted checkout page of one session, in any state. */
export function checkoutPage(
  session: SandboxSessionRow,
  { brandName, lacksConsent }: { brandName: string; lacksConsent: boolean },
): string {
  const { productName, amountCents, currency } = session;
  const amount = money(amountCents, currency);
  const body = html`<div class="checkout">
    <section class="summary" aria-label="What you are buying">
      <p class="brand">${brandName}</p>
      <h1>${productName}</h1>
      <p class="amount">${amount}</p>
      <p class="muted">One-time payment</p>
    </section>
    <section class="panel" aria-label="Payment">${stateOf(session, { amount, lacksConsent })}</section>
  </div>`;
  return page({ title: `Sandbox checkout: ${productName}`, brandName, body });
}

type Shown = { amount: string; lacksConsent: boolean };

function stateOf(session: SandboxSessionRow, shown: Shown): Html {
  const { amount } = shown;
  const { status, paymentStatus, paymentIntentStatus, successUrl } = session;
  if (status === 'open') return openCheckout(session, shown);
  if (status === 'expired')
    return ended(session, 'This checkout has expired', 'Nothing was paid. Start again from the shop.');
  if (paymentStatus === 'paid')
    return html`<h2>Paid</h2>
      <p role="status">Simulated payment of ${amount} received.</p>
      <a class="button primary" href="${successUrl}">Return to the shop</a>
      ${controlLink}`;
  if (paymentIntentStatus === 'processing') return promised(session);
  return ended(session, 'The payment failed', 'The bank refused it.');
}

function openCheckout(session: SandboxSessionRow, { amount, lacksConsent }: Shown): Html {
  const wasDeclined = session.paymentIntentStatus === 'requires_payment_method';
  return html`<h2>Pay by card</h2>
    ${wasDeclined ? html`<p class="alert" role="alert">Your card was declined. Try again.</p>` : undefined}
    ${session.customerEmail === null ? undefined : html`<p class="muted">Email: ${session.customerEmail}</p>`}
    <dl class="card">
      <div>
        <dt>Card number</dt>
        <dd>4242 4242 4242 4242</dd>
      </div>
      <div>
        <dt>Expires</dt>
        <dd>12 / 34</dd>
      </div>
      <div>
        <dt>CVC</dt>
        <dd>123</dd>
      </div>
    </dl>
    ${lacksConsent ? html`<p class="alert" role="alert">Accept the terms before you pay.</p>` : undefined}
    ${actionForm(
      session,
      [
        ['pay', `${session.submitType === 'donate' ? 'Donate' : 'Pay'} ${amount}`],
        ['pay_later', 'Pay later'],
        ['decline', 'Decline the card'],
      ],
      termsField(session),
    )}
    ${
      session.cancelUrl === null
        ? undefined
        : html`<a class="button" href="${session.cancelUrl}">Cancel and return</a>`
    }
    ${controlLink}`;
}

function promised(session: SandboxSessionRow): Html {
  return html`<h2>The payment is on its way</h2>
    <p role="status">The shop waits for it, as for a bank transfer. Choose whether it succeeds.</p>
    ${actionForm(session, [
      ['succeed', 'Let it succeed'],
      ['fail', 'Let it fail'],
    ])}
    <a class="button" href="${session.successUrl}">Return to the shop</a>
    ${controlLink}`;
}

function ended({ cancelUrl, successUrl }: SandboxSessionRow, title: string, text: string): Html {
  return html`<h2>${title}</h2>
    <p role="status">${text}</p>
    <a class="button" href="${cancelUrl ?? successUrl}">Return to the shop</a>
    ${controlLink}`;
}

const controlLink = html`<p class="muted"><a href="/sandbox">Refunds and disputes of the sandbox</a></p>`;

/** The consent that Stripe asks for above its button. */
function termsField({ termsMessage }: SandboxSessionRow): Html | undefined {
  if (termsMessage === null) return undefined;
  return html`<label class="choice consent">
    <input type="checkbox" name="terms" value="accepted" required />
    <span>${withLinks(termsMessage)}</span>
  </label>`;
}

/** Custom texts may contain Markdown links, and nothing else of Markdown. */
function withLinks(text: string): Html {
  const parts = text.split(/(\[[^\]]+\]\(https?:[^)\s]+\))/).map((part) => {
    const [, label, url] = /^\[([^\]]+)\]\((.+)\)$/.exec(part) ?? [];
    return label === undefined || url === undefined
      ? html`${part}`
      : html`<a href="${url}" target="_blank" rel="noopener">${label}</a>`;
  });
  // A list would be written with a line break between its parts.
  return parts.reduce((joined, part) => html`${joined}${part}`);
}

function actionForm(
  { id, formToken }: SandboxSessionRow,
  actions: [SandboxAction, string][],
  fields?: Html,
): Html {
  return html`<form method="post" action="/sandbox/checkout/${id}">
    <input type="hidden" name="token" value="${formToken}" />
    ${fields}
    ${actions.map(
      ([action, label], index) =>
        html`<button
          class="button ${index === 0 ? 'primary' : ''}"
          name="action"
          value="${action}"
          ${action === 'decline' ? html`formnovalidate` : undefined}
        >
          ${label}
        </button>`,
    )}
  </form>`;
}
