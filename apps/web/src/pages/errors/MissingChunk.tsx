import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useDocumentTitle } from '#features/page/page-route.tsx';
import { reloadForNewVersion, reloadIfReachable } from '#features/page/server-version.ts';
import { useSite } from '#features/site/SiteContext.tsx';
import { buttonClass } from '#ui/Button.tsx';

const NOT_LOADED = "This page couldn't be loaded";

/** What a page shows whose code didn't arrive. */
export function MissingChunk() {
  return <MissingPage key={useLocation().key} />;
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
