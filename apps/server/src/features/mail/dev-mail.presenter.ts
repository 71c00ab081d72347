import { escapeHtml } from '#platform/mail/mail-layout.ts';
import type { LocalMail } from './local-mailbox.ts';

/** The page with the stored mails, newest first. */
export function mailboxPage(mails: LocalMail[]): string {
  const rows = mails.map(
    ({ id, recipient, subject, deliveredAt }) =>
      `<tr><td><a href="/dev/mail/${id}">${escapeHtml(subject)}</a></td><td>${escapeHtml(recipient)}</td><td>${time(deliveredAt)}</td></tr>`,
  );
  const list =
    rows.length === 0
      ? '<p>No mail yet. What the portal sends appears here.</p>'
      : `<table><thead><tr><th scope="col">Subject</th><th scope="col">To</th><th scope="col">Sent</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
  return page('Local mailbox', `<h1>Local mailbox</h1>${list}`);
}

/** The page of one mail, as HTML and as text. */
export function mailPage({ subject, sender, recipient, deliveredAt, html, bodyText }: LocalMail): string {
  return page(
    subject,
    `<p><a href="/dev/mail">Local mailbox</a></p>
<h1>${escapeHtml(subject)}</h1>
<p>From ${escapeHtml(sender)}<br>To ${escapeHtml(recipient)}<br>${time(deliveredAt)}</p>
<iframe title="The mail as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escapeHtml(withLinksOutside(html))}"></iframe>
<h2>As text</h2>
<pre>${withLinks(escapeHtml(bodyText))}</pre>`,
  );
}

/** Links can't navigate the sandboxed frame, so they open in a new tab. */
function withLinksOutside(html: string): string {
  return html.replace('<head>', '<head><base target="_blank">');
}

function withLinks(escapedText: string): string {
  return escapedText.replace(/https?:\/\/[^\s<]*[^\s<.,]/g, (url) => `<a href="${url}">${url}</a>`);
}

function time(at: Date): string {
  return `<time datetime="${at.toISOString()}">${at.toISOString().slice(0, 19).replace('T', ' ')} UTC</time>`;
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title>
<style>
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; color: #1c2430; background: #fff }
table { width: 100%; border-collapse: collapse } th, td { padding: .5rem; text-align: left; border-bottom: 1px solid #d5d9e0 }
iframe { width: 100%; height: 34rem; border: 1px solid #d5d9e0 } pre { padding: 1rem; white-space: pre-wrap; overflow-wrap: anywhere; background: #f3f4f6 }
@media (width <= 40rem) { thead { display: none } td { display: block; padding: 0 .5rem; border: 0; overflow-wrap: anywhere } td:first-child { padding-top: .5rem } td:last-child { padding-bottom: .5rem; border-bottom: 1px solid #d5d9e0 } }
</style></head>
<body><main>${body}</main></body>
</html>
`;
}
