import { useQuery } from '@tanstack/react-query';
import { getPlayersOnline } from '@waygate/contract/statistics/statistics.endpoints';
import type { PlayersOnline as Players } from '@waygate/contract/statistics/statistics.schemas';
import { useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import { call } from '#api/call.ts';
import { LineChart } from '#ui/admin/charts/LineChart.tsx';
import { SelectField } from '#ui/admin/fields/SelectField.tsx';
import { Failure } from '#ui/Failure.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { CHART_HEIGHT_PX } from './chart-height.ts';
import { ChartPanel } from './ChartPanel.tsx';
import type { NumbersColumn } from './numbers.ts';
import { isSilent, mustChoose, type PlayersRow, playersRows, shownServers } from './players-online.rules.ts';
import styles from './PlayersOnline.module.css';
import { countText } from './statistics-text.ts';

const REFETCH_MS = 60_000;

/** The last 24 hours of each game server, whatever period is chosen. */
export function PlayersOnline() {
  const { data, error, refetch } = useQuery({
    queryKey: ['statistics', getPlayersOnline.path],
    queryFn: ({ signal }) => call(getPlayersOnline, {}, { signal }),
    refetchInterval: REFETCH_MS,
  });
  return (
    <div className={styles.part}>
      {error && (
        <Failure
          message={messageOf(error, "The players online couldn't be loaded.")}
          onRetry={() => void refetch()}
        />
      )}
      {data && <Curve players={data} />}
      {!data && !error && <Skeleton className={styles.outline} />}
    </div>
  );
}

function Curve({ players: { servers, steps, stepMinutes } }: { players: Players }) {
  const [chosenId, setChosenId] = useState('');
  const shown = shownServers(servers, chosenId);
  const rows = playersRows(steps, shown);
  return (
    <>
      {mustChoose(servers) && (
        <div className={styles.choice}>
          <SelectField
            label="Game server"
            name="server"
            options={servers.map(({ serverId, name }) => ({ value: String(serverId), label: name }))}
            value={String(shown[0]?.serverId)}
            onChange={({ target }) => setChosenId(target.value)}
          />
        </div>
      )}
      <ChartPanel<PlayersRow>
        title="Players online"
        caption={`The most players online at once in each ${stepMinutes} minutes of the last 24 hours`}
        fileName={`players-online-${steps.at(-1)?.slice(0, 10)}`}
        note={`The last 24 hours, whatever period is chosen: the most players at once in each ${stepMinutes} minutes. A gap is a time without a report.`}
        empty={
          isSilent(shown) &&
          'No bridge has reported players online in the last 24 hours. Game servers are listed under Game, Servers.'
        }
        columns={columnsOf(shown)}
        rows={rows}
        tableRows={rows.toReversed()}
        chart={
          <LineChart
            label={`Players online in the last 24 hours: ${shown.map(({ name }) => name).join(', ')}`}
            labels={steps.map(clockText)}
            series={shown.map(({ name, playersOnline }) => ({ label: name, values: playersOnline }))}
            formatValue={countText}
            heightPx={CHART_HEIGHT_PX}
          />
        }
      />
    </>
  );
}

function columnsOf(servers: Players['servers']): NumbersColumn<PlayersRow>[] {
  return [
    {
      label: 'From',
      value: ({ startedAt }) => startedAt,
      text: ({ startedAt }) => (
        <time dateTime={startedAt} className={styles.time}>
          {timeText(startedAt)}
        </time>
      ),
    },
    ...servers.map(({ name }, index) => ({
      label: name,
      value: ({ players }: PlayersRow) => players[index] ?? '',
      text: ({ players }: PlayersRow) => {
        const count = players[index] ?? null;
        return count === null ? '–' : countText(count);
      },
      isNumber: true,
    })),
  ];
}

/** '14:15', for the axis. */
function clockText(time: string): string {
  return new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' }).format(new Date(time));
}

/** 'Sat 14:15', for the table. */
function timeText(time: string): string {
  return new Intl.DateTimeFormat(undefined, { weekday: 'short', hour: '2-digit', minute: '2-digit' }).format(
    new Date(time),
  );
}
