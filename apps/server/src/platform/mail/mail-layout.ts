/** The texts of a mail. The layout turns them into HTML and plain text. */
export type MailText = {
  subject: string;
  brandName: string;
  greeting: string;
  paragraphs: string[];
  /** Facts below the paragraphs, each with its label. */
  details?: { label: string; value: string }[];
  /** What follows the button, in small print. */
  notes?: string[];
  action?: { label: string; url: string };
  /** Small print below the line. */
  footer: string;
};

export type ComposedMail = { subject: string; html: string; text: string };

/** One column, with tables and inline styles only, which all mail programs support. */
export function layOutMail(mail: MailText): ComposedMail {
  return { subject: mail.subject, html: toHtml(mail), text: toText(mail) };
}

const FONT = "font-family:'Segoe UI',Helvetica,Arial,sans-serif";
const BODY_TEXT = `margin:0 0 16px;${FONT};font-size:16px;line-height:1.5;color:#1c2430`;
const SMALL_TEXT = `margin:0 0 16px;${FONT};font-size:13px;line-height:1.5;color:#5a6472`;

function toHtml({
  subject,
  brandName,
  greeting,
  paragraphs,
  details,
  notes = [],
  action,
  footer,
}: MailText): string {
  const lines = [greeting, ...paragraphs].map((line) => `<p style="${BODY_TEXT}">${escapeHtml(line)}</p>`);
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:0;background:#eef0f3">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#eef0f3"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border-radius:8px;overflow:hidden">
<tr><td style="padding:20px 32px;background:#0b0f17;${FONT};font-size:20px;letter-spacing:1px;color:#d9b566">${escapeHtml(brandName)}</td></tr>
<tr><td style="padding:32px 32px 16px">
${lines.join('\n')}
${details ? detailTable(details) : ''}${action ? button(action) : ''}${notes.map(smallPrint).join('')}</td></tr>
<tr><td style="padding:16px 32px 8px;border-top:1px solid #e2e5ea"><p style="${SMALL_TEXT}">${escapeHtml(footer)}</p></td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

function detailTable(details: NonNullable<MailText['details']>): string {
  const rows = details.map(
    ({ label, value }) =>
      `<tr><td style="padding:6px 16px 6px 0;vertical-align:top;${FONT};font-size:14px;line-height:1.5;color:#5a6472">${escapeHtml(label)}</td><td style="padding:6px 0;${FONT};font-size:16px;line-height:1.4;color:#1c2430;word-break:break-word">${lineBreaks(value)}</td></tr>`,
  );
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px;border-top:1px solid #e2e5ea;border-bottom:1px solid #e2e5ea">${rows.join('')}</table>
`;
}

function lineBreaks(value: string): string {
  return escapeHtml(value).replaceAll('\n', '<br>');
}

/** Addresses in it become links. */
function smallPrint(note: string): string {
  const text = escapeHtml(note).replace(
    /https?:\/\/[^\s<]+[^\s<.,;)]/g,
    (url) => `<a href="${url}" style="color:#705010;word-break:break-all">${url}</a>`,
  );
  return `<p style="${SMALL_TEXT}">${text}</p>
`;
}

function button({ label, url }: { label: string; url: string }): string {
  const href = escapeHtml(url);
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 24px"><tr><td style="border-radius:6px;background:#8a6414"><a href="${href}" style="display:inline-block;padding:12px 24px;${FONT};font-size:16px;font-weight:600;color:#ffffff;text-decoration:none">${escapeHtml(label)}</a></td></tr></table>
<p style="${SMALL_TEXT}">If the button does not work, open this address:<br><a href="${href}" style="color:#705010;word-break:break-all">${href}</a></p>
`;
}

function toText({ brandName, greeting, paragraphs, details, notes = [], action, footer }: MailText): string {
  const facts = details
    ? [details.map(({ label, value }) => `${label}: ${value.replaceAll('\n', ', ')}`).join('\n')]
    : [];
  const link = action ? [`${action.label}:\n${action.url}`] : [];
  return `${[greeting, ...paragraphs, ...facts, ...link, ...notes, `-- \n${brandName}\n${footer}`].join('\n\n')}\n`;
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Makes text safe between tags and inside quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
