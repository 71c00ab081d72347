import { paths } from '#features/paths/paths.ts';
import { buttonClass } from '#ui/Button.tsx';

/** What the router shows when a page breaks. Both ways out load everything afresh. */
export function RouteError() {
  return (
    <div className="page">
      <h1>Unexpected Application Error!</h1>
      <p className="apology">Something broke on our side. Loading the page again often helps.</p>
      <button type="button" className={buttonClass()} onClick={() => window.location.reload()}>
        Reload the page
      </button>{' '}
      <a href={paths.home} className={buttonClass('secondary')}>
        Go to the start page
      </a>
    </div>
  );
}
