import type { Home } from '@waygate/contract/home/home.schemas';
import { ArticleCard } from './ArticleCard.tsx';
import { EventCard } from './EventCard.tsx';
import { LATER } from '#features/landing/arrival.ts';
import { eventState } from '#features/landing/event.rules.ts';
import styles from './HappeningNow.module.css';
import type { HomeSnapshot } from '#features/landing/home-snapshot.ts';
import { useNow } from '#features/landing/use-now.ts';
import { LivePanel } from './LivePanel.tsx';
import { OfferCard } from './OfferCard.tsx';
import { PatchCard } from './PatchCard.tsx';

/** A living game, before its features: what happens, who streams, what is new. Absent when there is nothing. */
export function HappeningNow({ snapshot: { home, readAt } }: { snapshot: HomeSnapshot }) {
  const now = useNow(readAt);
  const { event, drops, newestPatch, newestArticle } = home;
  const state = event ? eventState(event, now) : 'over';
  const offer = openOffer(home, now);
  const hasLead = state !== 'over' || drops.season !== null;
  const hasCards = newestPatch !== null || newestArticle !== null || offer !== null;
  if (!hasLead && !hasCards) return null;
  return (
    <div id="now" className={styles.now}>
      <h2 className="gilded">Happening now</h2>
      {hasLead && (
        <div className={styles.lead} {...LATER}>
          {event && state !== 'over' && <EventCard event={event} state={state} readAt={readAt} />}
          {drops.season && <LivePanel {...drops} season={drops.season} />}
        </div>
      )}
      {hasCards && (
        <div className={styles.cards} {...LATER}>
          {newestPatch && <PatchCard patch={newestPatch} />}
          {newestArticle && <ArticleCard article={newestArticle} />}
          {offer && <OfferCard offer={offer} now={now} />}
        </div>
      )}
    </div>
  );
}

/** The featured offer, unless its sale is over. */
function openOffer({ offer }: Home, now: number): Home['offer'] {
  return offer?.saleEndDate && Date.parse(offer.saleEndDate) <= now ? null : offer;
}
