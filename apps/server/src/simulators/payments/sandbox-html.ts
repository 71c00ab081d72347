import { type Html, simulatorPage } from '#platform/pages/simulator-page.ts';

const NOTICE = {
  name: 'Sandbox',
  text: 'This checkout is simulated: it asks for no card, and no money moves.',
};

/** A page of the sandbox. */
export function page(shown: { title: string; brandName: string; body: Html }): string {
  return simulatorPage({ ...shown, notice: NOTICE });
}

/** Formats cents as a price. */
export function money(cents: number, currency: string): string {
  return new Intl.NumberFormat('en-IE', { style: 'currency', currency }).format(cents / 100);
}
