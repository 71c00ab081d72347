import type { Home } from '@waygate/contract/home/home.schemas';
import type { ReactNode } from 'react';
import { ArticleCard } from './ArticleCard.tsx';
import { EventCard } from './EventCard.tsx';
import { LAID_OUT_LATER } from '#features/landing/arrival.ts';
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
        <div className={styles.lead}>
          {event && state !== 'over' && (
            <Slot>
              <EventCard event={event} state={state} readAt={readAt} />
            </Slot>
          )}
          {drops.season && (
            <Slot>
              <LivePanel {...drops} season={drops.season} />
            </Slot>
          )}
        </div>
      )}
      {hasCards && (
        <div className={styles.cards}>
          {newestPatch && (
            <Slot>
              <PatchCard patch={newestPatch} />
            </Slot>
          )}
          {newestArticle && (
            <Slot>
              <ArticleCard article={newestArticle} />
            </Slot>
          )}
          {offer && (
            <Slot>
              <OfferCard offer={offer} now={now} />
            </Slot>
          )}
        </div>
      )}
    </div>
  );
}

/** Around a card, because a card itself can't be `LAID_OUT_LATER`. */
function Slot({ children }: { children: ReactNode }) {
  return (
    <div className={styles.slot} {...LAID_OUT_LATER}>
      {children}
    </div>
  );
}

/** The featured offer, unless its sale is over. */
function openOffer({ offer }: Home, now: number): Home['offer'] {
  return offer?.saleEndDate && Date.parse(offer.saleEndDate) <= now ? null : offer;
}
