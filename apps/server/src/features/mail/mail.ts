export { createMailTransport } from './mail-transports.service.ts';
export { deleteOldMails } from './mail.queries.ts';
export { defineMail, listNewestMails, queueMail, sendMail } from './mail.service.ts';
