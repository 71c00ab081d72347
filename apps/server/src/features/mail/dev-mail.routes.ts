import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Config } from '#platform/config/config.ts';
import type { Db } from '#platform/db/database.ts';
import { notFound } from '#platform/errors/app-error.ts';
import { requireLocalCaller } from '#platform/http/local-only.ts';
import { mailboxPage, mailPage } from './dev-mail.presenter.ts';
import { selectLocalMail, selectLocalMails } from './local-mailbox.ts';

/** Allows the mail's inline styles, but no scripts and nothing from other servers. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'";

/** Serves the local mailbox to browsers on this machine, in local mode without SMTP. Mails contain account links. */
export function devMailRoutes(
  app: FastifyInstance,
  { db, config }: { db: Db; config: Pick<Config, 'mode' | 'smtpUrl' | 'publicOrigin' | 'trustProxy'> },
): void {
  if (config.mode !== 'local' || config.smtpUrl !== undefined) return;
  const options = { schema: { hide: true }, onRequest: requireLocalCaller(config) };
  app.get('/dev/mail', options, async (_, reply) => sendPage(reply, mailboxPage(await selectLocalMails(db))));

  app.get<{ Params: { id: string } }>('/dev/mail/:id', options, async ({ params }, reply) => {
    const mail = /^\d{1,9}$/.test(params.id) ? await selectLocalMail(db, Number(params.id)) : undefined;
    if (!mail) throw notFound('There is no such mail.');
    return sendPage(reply, mailPage(mail));
  });

  app.get('/dev/mail.json', options, async (_, reply) => {
    const mails = await selectLocalMails(db);
    const body = mails.map(({ id, sender, recipient, subject, html, bodyText, deliveredAt }) => ({
      id,
      from: sender,
      to: recipient,
      subject,
      html,
      text: bodyText,
      deliveredAt: deliveredAt.toISOString(),
    }));
    return reply.header('cache-control', 'no-store').send({ mails: body });
  });
}

function sendPage(reply: FastifyReply, html: string): FastifyReply {
  return reply
    .header('content-security-policy', PAGE_POLICY)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(html);
}
