import type { Home } from '@waygate/contract/home/home.schemas';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '#features/paths/paths.ts';
import { findTimeLeft } from '#features/shop/sale/sale-countdown.rules.ts';
import { briefTimeLeft, eventState, nextTurn } from './event.rules.ts';
import styles from './FactStrip.module.css';
import { useCountText } from './use-locale.ts';

type Fact = { label: string; dot?: 'online' | 'away' | 'live'; to: string; value: ReactNode };

type CountText = (count: number) => string;

/** How the game is now, in up to four facts that lead on. What is unknown is left out. */
export function FactStrip({ home, now }: { home: Home; now: number }) {
  const countText = useCountText();
  const facts = [
    serverFact(home, countText),
    versionFact(home),
    liveFact(home, countText),
    eventFact(home, now),
  ].filter((fact) => fact !== undefined);
  if (facts.length === 0) return null;
  return (
    <dl className={styles.strip}>
      {facts.map(({ label, dot, to, value }) => (
        <div key={label}>
          <dt>
            {dot && <span className={styles[dot]} />}
            {label}
          </dt>
          <dd>{to.startsWith('#') ? <a href={to}>{value}</a> : <Link to={to}>{value}</Link>}</dd>
        </div>
      ))}
    </dl>
  );
}

/** In the strip's place while its facts are loading. */
export function FactStripSkeleton() {
  return <div className={styles.skeleton} />;
}

function serverFact({ world }: Home, countText: CountText): Fact | undefined {
  if (!world || world.status === 'unknown') return undefined;
  const { status, servers, playersOnline } = world;
  const label = servers === 1 ? 'Server' : 'Servers';
  if (status === 'offline') return { label, dot: 'away', to: '#start', value: 'Back soon' };
  const value = (
    <>
      <strong>{countText(playersOnline)}</strong> {playersOnline === 1 ? 'player' : 'players'} online
    </>
  );
  return { label, dot: 'online', to: '#start', value };
}

/** The game's own version, with the title of the patch notes if they are about it. */
function versionFact({ world, newestPatch }: Home): Fact | undefined {
  const version = world?.gameVersion ?? newestPatch?.version;
  if (version === undefined) return undefined;
  const to = newestPatch ? paths.patchNote({ patchNoteId: newestPatch.id }) : paths.patchNotes;
  const value = (
    <>
      <strong>{version}</strong> {newestPatch?.version === version && newestPatch.title}
    </>
  );
  return { label: 'Version', to, value };
}

function liveFact({ drops: { total } }: Home, countText: CountText): Fact | undefined {
  if (total === 0) return undefined;
  const value = (
    <>
      <strong>{countText(total)}</strong> {total === 1 ? 'channel' : 'channels'} with drops
    </>
  );
  return { label: 'Live on Twitch', dot: 'live', to: '#now', value };
}

function eventFact({ event }: Home, now: number): Fact | undefined {
  const state = event && eventState(event, now);
  if (!event || !state || state === 'over') return undefined;
  const left = findTimeLeft(nextTurn(event, state) ?? Number.NaN, now);
  const value = (
    <>
      <span className={styles.name} title={event.title}>
        {event.title}
      </span>{' '}
      {left && (
        <span>
          {state === 'next' ? 'in' : 'ends in'} <strong>{briefTimeLeft(left)}</strong>
        </span>
      )}
    </>
  );
  return { label: state === 'next' ? 'Next event' : 'Event running', to: '#now', value };
}
