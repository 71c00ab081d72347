import { getGameStatistics } from '@waygate/contract/statistics/statistics.endpoints';
import type { GameStatistics as Statistics } from '@waygate/contract/statistics/statistics.schemas';
import { BarChart } from '#ui/admin/charts/BarChart.tsx';
import { LineChart } from '#ui/admin/charts/LineChart.tsx';
import { StatCard } from '#ui/admin/StatCard.tsx';
import { barsOfDays } from './bars.rules.ts';
import { Change } from './Change.tsx';
import { ChartPanel } from './ChartPanel.tsx';
import { countColumn, dayColumn } from './number-columns.tsx';
import { CHART_HEIGHT_PX } from './chart-height.ts';
import { dayOf, type Period } from './period.rules.ts';
import { PlayersOnline } from './PlayersOnline.tsx';
import { StatCards } from './StatCards.tsx';
import { StatisticsFrame } from './StatisticsFrame.tsx';
import { countText, periodText, shortDayText } from './statistics-text.ts';
import { usePeriod } from './use-period.ts';
import { useStatistics } from './use-statistics.ts';

/** Registrations, sign-ins and active players. */
export function GameStatistics() {
  const chosen = usePeriod();
  const asked = useStatistics(getGameStatistics, chosen.period, { isCompared: true });
  return (
    <>
      <StatisticsFrame chosen={chosen} asked={asked}>
        {(statistics) => (
          <>
            <Cards now={statistics.totals} before={asked.before?.totals} />
            <Activity statistics={statistics} period={chosen.period} />
            <Registrations statistics={statistics} period={chosen.period} />
          </>
        )}
      </StatisticsFrame>
      <PlayersOnline />
    </>
  );
}

type Totals = Statistics['totals'];
type Day = Statistics['days'][number];

function Cards({ now, before }: { now: Totals; before: Totals | undefined }) {
  const change = (name: keyof Totals) => (
    <Change now={now[name]} before={before?.[name]} format={countText} />
  );
  return (
    <StatCards>
      <StatCard label="Active players" value={countText(now.activePlayers)} hint={change('activePlayers')} />
      <StatCard label="New accounts" value={countText(now.registrations)} hint={change('registrations')} />
      <StatCard label="Sign-ins" value={countText(now.signIns)} hint={change('signIns')} />
      <StatCard label="Total accounts" value={countText(now.accounts)} hint="As of now" />
    </StatCards>
  );
}

type PanelProps = { statistics: Statistics; period: Period };

function Activity({ statistics: { days, totals }, period }: PanelProps) {
  const drawn = finishedDays(days);
  return (
    <ChartPanel<Day>
      title="Active players and sign-ins"
      caption="Active players and sign-ins of each day"
      fileName={`activity-${period.from}-to-${period.to}`}
      note="A player who is signed in on a day counts once for that day. The total counts each player once. Today is left out of the chart until it's over."
      empty={totals.activePlayers === 0 && 'Nobody was active in this period. Choose another period above.'}
      columns={[
        dayColumn(),
        countColumn('Active players', ({ activePlayers }) => activePlayers, {
          total: countText(totals.activePlayers),
        }),
        countColumn('Sign-ins', ({ signIns }) => signIns, { total: countText(totals.signIns) }),
      ]}
      rows={days}
      tableRows={days.toReversed()}
      chart={
        <LineChart
          label={`Active players and sign-ins of each day, ${periodText(period)}`}
          labels={drawn.map(({ day }) => shortDayText(day))}
          series={[
            { label: 'Active players', values: drawn.map(({ activePlayers }) => activePlayers) },
            { label: 'Sign-ins', values: drawn.map(({ signIns }) => signIns) },
          ]}
          formatValue={countText}
          heightPx={CHART_HEIGHT_PX}
        />
      }
    />
  );
}

/** Leaves out today, whose low number would look like a drop. */
function finishedDays(days: Day[]): Day[] {
  const today = dayOf(new Date());
  const finished = days.filter(({ day }) => day !== today);
  return finished.length > 0 ? finished : days;
}

function Registrations({ statistics: { days, totals }, period }: PanelProps) {
  const { unit, bars } = barsOfDays(days, ({ registrations }) => registrations, shortDayText);
  return (
    <ChartPanel<Day>
      title="New accounts"
      caption="New accounts of each day"
      fileName={`registrations-${period.from}-to-${period.to}`}
      note={unit === 'week' && 'One bar for each week, named by its first day.'}
      empty={totals.registrations === 0 && 'Nobody registered in this period.'}
      columns={[
        dayColumn(),
        countColumn('New accounts', ({ registrations }) => registrations, {
          total: countText(totals.registrations),
        }),
      ]}
      rows={days}
      tableRows={days.toReversed()}
      chart={
        <BarChart
          label={`New accounts of each ${unit}, ${periodText(period)}`}
          bars={bars}
          formatValue={countText}
          heightPx={CHART_HEIGHT_PX}
        />
      }
    />
  );
}
