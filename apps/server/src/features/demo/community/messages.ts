import { layOutMail } from '#platform/mail/mail-layout.ts';
import { isPaid, type Order } from './orders.ts';
import type { Row } from './rows.ts';
import { after, byTime, DAY, HOUR, MINUTE } from './times.ts';
import type { Player, World } from './world.ts';

const MAIL_DAYS = 29;
const MAILBOX = 14;

type Site = { brandName: string; origin: string };
type Sent = { at: Date; kind: string; player: Player; parameters: Row; subject: string; text: string };

/** Mails of the last weeks, all sent, and the newest of them in the mailbox of this machine. */
export function createMails(
  { random, now, players }: World,
  { orders, site }: { orders: Order[]; site: Site },
): Record<'mails' | 'local_mailbox', Row[]> {
  const since = after(now, -MAIL_DAYS * DAY);
  const sent = [
    ...players.map((player): Sent => ({
      at: player.registeredAt,
      kind: 'confirm-email',
      player,
      parameters: {},
      subject: `Welcome to ${site.brandName}: confirm your email address`,
      text: 'Thank you for joining. The link in this mail has been used.',
    })),
    ...orders.filter(isPaid).map((order): Sent => ({
      at: order.paidAt ?? order.createdAt,
      kind: 'order-paid',
      player: order.player,
      parameters: { orderId: order.id, refundedCents: 0 },
      subject: `Your order ${order.id}: ${order.product.name}`,
      text: `We received your payment of €${(order.product.priceCents / 100).toFixed(2)} for ${order.product.name}.`,
    })),
  ]
    .filter(({ at }) => at > since)
    .toSorted(byTime);
  const failed = players.find(({ isConfirmed }) => !isConfirmed);
  return {
    mails: [
      ...sent.map((mail) => mailRow(mail, { id: random.uuid(), now })),
      ...(failed ? [failedRow(failed, { id: random.uuid(), now })] : []),
    ],
    local_mailbox: sent.slice(-MAILBOX).map((mail) => mailboxRow(mail, { id: random.uuid(), site })),
  };
}

function mailRow({ at, kind, player, parameters }: Sent, { id, now }: { id: string; now: Date }): Row {
  const sentAt = after(at, 2000);
  return {
    id,
    account_id: player.id,
    kind,
    recipient: player.email,
    parameters,
    created_at: at,
    sent_at: sentAt > now ? now : sentAt,
    failed_at: null,
    failure: null,
  };
}

function failedRow({ id: accountId }: Player, { id, now }: { id: string; now: Date }): Row {
  const at = after(now, -3 * DAY);
  return {
    id,
    account_id: accountId,
    kind: 'reset-password',
    recipient: 'nobody@mail.example',
    parameters: {},
    created_at: at,
    sent_at: null,
    failed_at: after(at, HOUR),
    failure: '550 5.1.1 No such user',
  };
}

function mailboxRow({ at, player, subject, text }: Sent, { id, site }: { id: string; site: Site }): Row {
  const { brandName, origin } = site;
  const mail = layOutMail({
    subject,
    brandName,
    greeting: `Hello ${player.userName},`,
    paragraphs: [text],
    action: { label: 'Open your profile', url: `${origin}/profile` },
    footer: `You receive this because you have an account at ${origin}.`,
  });
  return {
    message_id: `<${id}@demo.example>`,
    sender: `${brandName} <no-reply@demo.example>`,
    recipient: player.email,
    subject,
    html: mail.html,
    body_text: mail.text,
    delivered_at: at,
  };
}

const INCIDENTS = [
  {
    alert: 'game_not_fetching',
    days: 34,
    minutes: 55,
    cases: 23,
    detail: null,
    title: 'The game has fetched nothing for 10 minutes, and 23 deliveries wait',
    path: '/admin/deliveries',
  },
  {
    alert: 'drops_not_sampled',
    days: 19,
    minutes: 14,
    cases: 19,
    detail: null,
    title: "Drops haven't been sampled for 19 minutes",
    path: '/admin/twitch-drops',
  },
  {
    alert: 'orders_in_review',
    days: 11,
    minutes: 190,
    cases: 1,
    detail: null,
    title: '1 order is in review',
    path: '/admin/orders',
  },
  {
    alert: 'bridge_silent',
    days: 5,
    minutes: 8,
    cases: 1,
    detail: 'Emberdeep',
    title: 'The bridge of 1 game server is silent: Emberdeep',
    path: '/admin/game/servers',
  },
];

/** Alerts of the last weeks that are over. What is wrong now, the portal finds by itself. */
export function createAlerts({ now }: World): Record<'alert_incidents' | 'alert_messages', Row[]> {
  const incidents = INCIDENTS.map((incident, place) => ({
    ...incident,
    id: place + 1,
    openedAt: after(now, -incident.days * DAY),
    clearedAt: after(now, -incident.days * DAY + incident.minutes * MINUTE),
  }));
  return {
    alert_incidents: incidents.map(({ id, alert, cases, detail, openedAt, clearedAt }) => ({
      id,
      alert,
      since: after(openedAt, -5 * MINUTE),
      opened_at: openedAt,
      cleared_at: clearedAt,
      cases,
      detail,
      is_raise_announced: true,
      is_clear_announced: true,
    })),
    alert_messages: incidents.flatMap(({ id, title, path, openedAt, clearedAt }) =>
      [
        { kind: 'raised', title: `Alert: ${title}`, paragraphs: [`${title}.`], created_at: openedAt },
        {
          kind: 'cleared',
          title: `Resolved: ${title}`,
          paragraphs: [`This alert is over: ${title}.`],
          created_at: clearedAt,
        },
      ].map((message) => ({ incident_id: id, ...message, path, webhook_state: 'off', webhook_attempts: 0 })),
    ),
  };
}
