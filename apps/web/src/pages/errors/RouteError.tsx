import { useEffect, useState } from 'react';
import { useLocation, useRouteError } from 'react-router';
import { MissingChunkError } from '#features/page/chunk.ts';
import { useDocumentTitle } from '#features/page/page-route.tsx';
import { reloadForNewVersion, reloadIfReachable } from '#features/page/server-version.ts';
import { paths } from '#features/paths/paths.ts';
import { useSite } from '#features/site/SiteContext.tsx';
import { buttonClass } from '#ui/Button.tsx';

const NOT_LOADED = "This page couldn't be loaded";

/** What the router shows when a page breaks, or its code can't be loaded. */
export function RouteError() {
  const { key } = useLocation();
  return useRouteError() instanceof MissingChunkError ? <MissingPage key={key} /> : <BrokenPage />;
}

function MissingPage() {
  useDocumentTitle({ title: NOT_LOADED }, useSite());
  const [isTrying, setIsTrying] = useState(false);
  useEffect(() => void reloadForNewVersion(), []);
  async function retry() {
    setIsTrying(true);
    await reloadIfReachable();
    setIsTrying(false);
  }
  return (
    <div className="page">
      <h1>{NOT_LOADED}</h1>
      <p className="apology">Check your connection and try again.</p>
      <button type="button" className={buttonClass()} aria-busy={isTrying} onClick={() => void retry()}>
        {isTrying ? 'Loading…' : 'Retry'}
      </button>
    </div>
  );
}

/** Both ways out load everything afresh. */
function BrokenPage() {
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
