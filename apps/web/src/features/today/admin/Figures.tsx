import { getGameStatistics, getPaymentStatistics } from '@waygate/contract/statistics/statistics.endpoints';
import { useSession } from '#api/session.ts';
import { canUse } from '#features/admin/sections.ts';
import { priceText } from '#features/shop/price-text.ts';
import { Change } from '#features/statistics/admin/Change.tsx';
import { dayOf, lastDays } from '#features/statistics/admin/period.rules.ts';
import { StatCards } from '#features/statistics/admin/StatCards.tsx';
import { countText } from '#features/statistics/admin/statistics-text.ts';
import { useStatistics } from '#features/statistics/admin/use-statistics.ts';
import { Badge } from '#ui/admin/Badge.tsx';
import { StatCard } from '#ui/admin/StatCard.tsx';
import { Failure } from '#ui/Failure.tsx';
import styles from './Figures.module.css';
import { Sparkline } from './Sparkline.tsx';
import { useMoment } from './use-moment.ts';

const DAYS = 7;
const REFRESH_MS = 5 * 60_000;

/** Today's and the week's numbers, as far as the viewer may see statistics. */
export function Figures() {
  const session = useSession();
  const seesGame = canUse(session, 'statisticsGame');
  const seesMoney = canUse(session, 'statisticsPayment');
  if (!seesGame && !seesMoney) return null;
  return (
    <section aria-label="Today in numbers">
      <StatCards>
        {seesGame && <Players />}
        {seesMoney && <Money />}
      </StatCards>
      <p className={styles.note}>Days in UTC</p>
    </section>
  );
}

/** The statistics of the last seven days, and of the seven before. A page that stays open goes on to the next day. */
function useWeek<E extends typeof getGameStatistics | typeof getPaymentStatistics>(endpoint: E) {
  const today = dayOf(useMoment());
  return useStatistics(endpoint, lastDays(today, DAYS), { isCompared: true, refreshMs: REFRESH_MS });
}

function Players() {
  const { statistics, before, failure, retry } = useWeek(getGameStatistics);
  if (failure && !statistics) return <Failure message={failure} onRetry={retry} />;
  const days = statistics?.days;
  return (
    <>
      <Figure
        label="Registrations"
        days={days?.map(({ registrations }) => registrations)}
        week={statistics?.totals.registrations}
        weekBefore={before?.totals.registrations}
      />
      <Figure
        label="Active players"
        days={days?.map(({ activePlayers }) => activePlayers)}
        week={statistics?.totals.activePlayers}
        weekBefore={before?.totals.activePlayers}
      />
    </>
  );
}

function Money() {
  const { statistics, before, failure, retry } = useWeek(getPaymentStatistics);
  if (failure && !statistics) return <Failure message={failure} onRetry={retry} />;
  const days = statistics?.days;
  const note = statistics && !statistics.isLive ? 'Test' : undefined;
  return (
    <>
      <Figure
        label="Revenue"
        note={note}
        days={days?.map(({ revenue }) => revenue)}
        week={statistics?.totals.revenue}
        weekBefore={before?.totals.revenue}
        format={priceText}
      />
      <Figure
        label="Refunds"
        note={note}
        days={days?.map(({ refunded }) => refunded)}
        week={statistics?.totals.refunded}
        weekBefore={before?.totals.refunded}
        format={priceText}
        isCost
      />
    </>
  );
}

type FigureProps = {
  label: string;
  note?: string | undefined;
  /** Oldest first, today last; undefined until loaded. */
  days: number[] | undefined;
  week: number | undefined;
  weekBefore: number | undefined;
  format?: (value: number) => string;
  isCost?: boolean;
};

function Figure({ label, note, days, week, weekBefore, format = countText, isCost = false }: FigureProps) {
  return (
    <StatCard
      label={
        <>
          {label} {note && <Badge tone="info">{note}</Badge>}
        </>
      }
      value={days ? format(days.at(-1) ?? 0) : '…'}
      curve={days && <Sparkline values={days} />}
      hint={
        <p className={styles.week}>
          {week !== undefined && (
            <>
              {format(week)} in 7 days{' '}
              <Change now={week} before={weekBefore} format={format} isCost={isCost} />
            </>
          )}
        </p>
      }
    />
  );
}
