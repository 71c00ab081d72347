export type OutgoingMail = {
  to: string;
  from: string;
  subject: string;
  html: string;
  text: string;
  /** With angle brackets. The same for every attempt, so that mailboxes recognise duplicates. */
  messageId: string;
};

/** Sends mail. */
export type MailTransport = {
  /** @throws MailRefused when a retry is pointless; any other error when it may succeed */
  send: (mail: OutgoingMail) => Promise<void>;
  close: () => void;
};

/** The server permanently refused this mail: no such mailbox, or unwanted content. */
export class MailRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MailRefused';
  }
}
