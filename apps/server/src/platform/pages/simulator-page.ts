import { createHash } from 'node:crypto';
import { escapeHtml } from '#platform/mail/mail-layout.ts';

/** Markup whose values are already escaped. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | undefined | Part[];

/** Builds markup and escapes its values; nested markup is kept as it is. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.reduce((text, string, index) => `${text}${markup(parts[index - 1])}${string}`));
}

function markup(part: Part): string {
  if (part === undefined) return '';
  if (part instanceof Html) return part.text;
  return Array.isArray(part) ? part.map(markup).join('\n') : escapeHtml(String(part));
}

/** A complete document of a simulated service. Its banner says so, and it loads no scripts. */
export function simulatorPage({
  title,
  brandName,
  notice,
  body,
}: {
  title: string;
  brandName: string;
  /** The banner: what is simulated, and a sentence about it. */
  notice: { name: string; text: string };
  body: Html;
}): string {
  const document = html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex" />
      <meta name="color-scheme" content="dark" />
      <title>${title} &middot; ${brandName}</title>
      <link rel="icon" href="/favicon.ico" />
      ${new Html(`<style>${STYLE}</style>`)}
    </head>
    <body>
      <header class="banner"><strong>${notice.name}.</strong> ${notice.text}</header>
      <main>${body}</main>
    </body>
  </html>`;
  return `<!doctype html>\n${document.text}\n`;
}

/** The Content-Security-Policy. Forms may be sent to this origin, and redirect to these addresses. */
export function pagePolicy(leadsTo: (string | null)[]): string {
  const origins = leadsTo.flatMap((url) => (url === null ? [] : [new URL(url).origin]));
  return [
    "default-src 'none'",
    `style-src '${STYLE_HASH}'`,
    "img-src 'self'",
    `form-action ${["'self'", ...new Set(origins)].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join(';');
}

const STYLE = `
:root { color-scheme: dark; --ground: #0b0f17; --panel: #121a28; --field: #0d1420; --line: rgb(198 170 118 / 26%);
  --text: #e9e4d8; --muted: #b3b2ae; --heading: #f3e6c8; --gold: #d8b36a; --gold-bright: #f0d596; --on-gold: #17110a;
  --good: #86d9a4; --bad: #ffa39b; --wait: #f2c879 }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; background: radial-gradient(80rem 40rem at 50% -12rem, #1a2436, var(--ground)) no-repeat var(--ground);
  color: var(--text); font: 1.0625rem/1.55 'Source Sans 3', system-ui, sans-serif }
.banner { margin: 0; padding: .625rem 1rem; background: #2c210d; border-bottom: 1px solid var(--line); color: var(--wait); text-align: center }
main { max-width: 60rem; margin: 0 auto; padding: clamp(1.5rem, 5vw, 4rem) 1rem }
h1, h2 { margin: 0; color: var(--heading); font-family: Cinzel, Georgia, serif; font-weight: 600; line-height: 1.25; overflow-wrap: anywhere }
h1 { font-size: 1.625rem } h2 { font-size: 1.25rem } p { margin: 0 } a { color: var(--gold-bright) }
.checkout { display: grid; grid-template-columns: minmax(0, 1fr); gap: 2rem } @media (min-width: 48rem) { .checkout { grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 3rem } }
.summary { display: grid; align-content: start; gap: .75rem } .brand, .muted, dt { color: var(--muted) }
.amount { font-size: 2.5rem; line-height: 1.1; font-weight: 600; color: var(--heading) }
.panel { display: grid; align-content: start; gap: 1rem; padding: 1.5rem; border: 1px solid var(--line); border-radius: .75rem; background: var(--panel);
  box-shadow: 0 1.25rem 3rem rgb(0 0 0 / 45%) }
.panel > * { min-width: 0; overflow-wrap: anywhere }
.card { display: grid; grid-template-columns: 1fr auto auto; gap: 1rem; margin: 0; padding: .75rem 1rem; border: 1px solid var(--line);
  border-radius: .375rem; background: var(--field) } .card dt { font-size: .875rem } .card dd { margin: 0; font-variant-numeric: tabular-nums }
form { display: grid; gap: .75rem; margin: 0 } .row { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end } .row > * { flex: 1 1 auto }
.button { display: inline-flex; align-items: center; justify-content: center; min-height: 2.75rem; padding: .5rem 1.25rem; border: 1px solid rgb(198 170 118 / 55%);
  border-radius: .375rem; background: transparent; color: var(--heading); font: inherit; font-weight: 600; text-decoration: none; cursor: pointer }
.button:hover { border-color: var(--gold-bright); background: rgb(216 179 106 / 12%) }
.primary { border-color: var(--gold-bright); background: linear-gradient(var(--gold-bright), var(--gold)); color: var(--on-gold) }
.primary:hover { background: var(--gold-bright) }
:focus-visible { outline: 2px solid var(--gold-bright); outline-offset: 2px }
label { display: grid; gap: .25rem; color: var(--muted) }
input, select { min-height: 2.75rem; width: 100%; padding: .5rem .75rem; border: 1px solid rgb(198 170 118 / 55%); border-radius: .375rem; background: var(--field);
  color: var(--text); font: inherit }
.alert { padding: .75rem 1rem; border-left: 3px solid var(--bad); background: #331416; color: var(--bad) }
.payments { display: grid; gap: 1.5rem; margin-top: 1.5rem } .payments header { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: baseline; justify-content: space-between }
.state { font-weight: 600 } .good { color: var(--good) } .bad { color: var(--bad) } .wait { color: var(--wait) }
fieldset { display: grid; gap: .5rem; margin: 0; padding: 0; border: 0 } legend { padding: 0 0 .5rem; color: var(--muted) }
.choice { display: flex; gap: .75rem; align-items: center; color: var(--text) } .choice input { width: 1.25rem; min-height: 1.25rem; margin: 0; accent-color: var(--gold) }
.consent { align-items: start; font-size: .9375rem } .consent input { flex: none; margin-top: .125rem }
.chats { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .75rem }
ul:not(.chats) { padding-left: 1.25rem } ul { margin: 0; color: var(--muted); font-size: .9375rem; overflow-wrap: anywhere }
`;

const STYLE_HASH = `sha256-${createHash('sha256').update(STYLE).digest('base64')}`;
