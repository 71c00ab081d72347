import { createRoot } from 'react-dom/client';
import { ConsentBanner } from './ConsentBanner.tsx';

/** One question, however many campaigns a visit comes from. */
let asked: Promise<boolean> | undefined;

/** Shows the question until the visitor answers it. @returns whether they agree */
export function askConsent(): Promise<boolean> {
  asked ??= new Promise((resolve) => {
    const place = document.createElement('div');
    // After the page, so that it comes last in the order of the keyboard.
    document.body.append(place);
    const root = createRoot(place);
    root.render(
      <ConsentBanner
        onAnswer={(isAgreed) => {
          root.unmount();
          place.remove();
          resolve(isAgreed);
        }}
      />,
    );
  });
  return asked;
}

/** For tests, each of which is another visit. */
export function forgetQuestion(): void {
  asked = undefined;
}
