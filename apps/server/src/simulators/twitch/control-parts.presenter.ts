import { type Html, html } from '#platform/pages/simulator-page.ts';

/** The most users that the page lists. */
export const LISTED_USERS = 50;

export function panel(id: string, name: string, content: Html): Html {
  return html`<section class="panel" id="${id}" aria-labelledby="name-${id}">
    <h2 id="name-${id}">${name}</h2>
    ${content}
  </section>`;
}

export function button(action: string, name: string): Html {
  return html`<button class="button" name="action" value="${action}">${name}</button>`;
}

export function select<Value extends string>(
  field: string,
  values: readonly Value[],
  { name, chosen }: { name: (value: Value) => string; chosen?: string | undefined },
): Html {
  const options = values.map(
    (value) =>
      html`<option value="${value}" ${value === chosen ? SELECTED : undefined}>${name(value)}</option>`,
  );
  return html`<select name="${field}">
    ${options}
  </select>`;
}

const SELECTED = html`selected`;
