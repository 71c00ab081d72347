import { getCharacterStatistics } from '@waygate/contract/statistics/statistics.endpoints';
import type { CharacterStatistics as Statistics } from '@waygate/contract/statistics/statistics.schemas';
import { BarChart } from '#ui/admin/charts/BarChart.tsx';
import { StatCard } from '#ui/admin/StatCard.tsx';
import { CHART_HEIGHT_PX } from './chart-height.ts';
import { ChartPanel } from './ChartPanel.tsx';
import { countColumn, nameColumn, shareColumn } from './number-columns.tsx';
import type { Period } from './period.rules.ts';
import { StatCards } from './StatCards.tsx';
import { StatisticsFrame } from './StatisticsFrame.tsx';
import { countText, oneDigitText, periodText } from './statistics-text.ts';
import { usePeriod } from './use-period.ts';
import { ShortTime } from '#ui/admin/table/ShortTime.tsx';
import { useStatistics } from './use-statistics.ts';

/** Characters as the game reported them. */
export function CharacterStatistics() {
  const chosen = usePeriod();
  const { period } = chosen;
  // Only the current state of characters is known, so there is nothing to compare with.
  const asked = useStatistics(getCharacterStatistics, period, { isCompared: false });
  return (
    <StatisticsFrame chosen={chosen} asked={asked}>
      {(statistics) => (
        <>
          <Cards statistics={statistics} />
          <Levels statistics={statistics} period={period} />
          <Classes statistics={statistics} period={period} />
        </>
      )}
    </StatisticsFrame>
  );
}

function Cards({ statistics }: { statistics: Statistics }) {
  const { characters, accounts, lastReportAt } = statistics;
  return (
    <StatCards>
      <StatCard label="Characters" value={countText(characters)} hint="Reported in this period" />
      <StatCard label="Accounts" value={countText(accounts)} hint="With characters" />
      <StatCard
        label="Characters per account"
        value={accounts === 0 ? '–' : oneDigitText(characters / accounts)}
        hint="On average"
      />
      <StatCard
        label="Last game report"
        value={lastReportAt === null ? 'Never' : <ShortTime value={lastReportAt} />}
        hint="In any period"
      />
    </StatCards>
  );
}

type PanelProps = { statistics: Statistics; period: Period };

function Levels({ statistics: { byLevel, characters, lastReportAt }, period }: PanelProps) {
  const bands = byLevel.map((band) => ({
    ...band,
    label: band.from === band.to ? String(band.from) : `${band.from}–${band.to}`,
  }));
  return (
    <ChartPanel<Statistics['byLevel'][number] & { label: string }>
      title="Levels"
      caption="Characters by level"
      fileName={`levels-${period.from}-to-${period.to}`}
      note="Characters last reported in this period, with their current level."
      empty={
        characters === 0 &&
        (lastReportAt === null
          ? "The game hasn't reported any characters yet. It reports them over the bridge."
          : 'The game reported no characters in this period. Choose another period above.')
      }
      columns={[
        nameColumn('Level', ({ label }) => label, 'All levels'),
        countColumn('Characters', (band) => band.characters, { total: countText(characters) }),
        shareColumn((band) => band.characters, characters),
      ]}
      rows={bands}
      chart={
        <BarChart
          label={`Characters by level, ${periodText(period)}`}
          bars={bands.map((band) => ({ label: band.label, value: band.characters }))}
          formatValue={countText}
          heightPx={CHART_HEIGHT_PX}
        />
      }
    />
  );
}

function Classes({ statistics: { byClass, characters }, period }: PanelProps) {
  return (
    <ChartPanel<Statistics['byClass'][number]>
      title="Classes"
      caption="Characters by class"
      fileName={`classes-${period.from}-to-${period.to}`}
      empty={byClass.length === 0 && 'There are no classes to show.'}
      columns={[
        nameColumn('Class', (row) => row.class),
        countColumn('Characters', (row) => row.characters, { hasBars: true }),
        shareColumn((row) => row.characters, characters),
        {
          label: 'Average level',
          value: ({ averageLevel }) => averageLevel,
          text: ({ averageLevel }) => oneDigitText(averageLevel),
          isNumber: true,
        },
      ]}
      rows={byClass}
    />
  );
}
