// The outbox: mail is written in the transaction that causes it and sent by the worker.
export { createMailTransport } from './mail-transports.ts';
export { deleteOldMails, isMailWaiting, selectNewestMails, selectWaitingMailIds } from './mail.queries.ts';
export { mailboxOf } from './mail-ration.ts';
export {
  defineMail,
  type MailKind,
  type MailParameters,
  type MailSite,
  type NewMail,
  queueMail,
  queueMails,
  queueRequestedMail,
  queueRequestedMailQuietly,
  sendMail,
  sendUrgentMail,
} from './mail.service.ts';
