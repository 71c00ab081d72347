import { Link } from 'react-router';
import { messageOf } from '#api/api-error.ts';
import { adminPaths } from '#features/paths/admin-paths.ts';
import { seasonText } from '#features/seasons/admin/season-text.ts';
import { useSeasons } from '#features/seasons/admin/use-seasons.ts';
import { SelectField } from '#ui/admin/fields/SelectField.tsx';
import { Failure } from '#ui/Failure.tsx';
import styles from './RewardFields.module.css';

type RewardSeasonFieldProps = {
  /** The season's number, '' for none. */
  value: string;
  error: string | undefined;
  onChange: (season: string) => void;
  disabled?: boolean;
  hint?: string;
};

/** The season in which a reward can be earned. */
export function RewardSeasonField({ value, error, onChange, ...locked }: RewardSeasonFieldProps) {
  const { data: seasons, error: failure, refetch } = useSeasons();
  if (failure && !seasons)
    return (
      <Failure message={messageOf(failure, 'Failed to fetch the seasons.')} onRetry={() => void refetch()} />
    );
  if (seasons?.length === 0 && value === '') return <NoSeason />;
  const options = (seasons ?? []).map(({ seasonId }) => ({
    value: String(seasonId),
    label: seasonText(seasonId, seasons),
  }));
  if (options.every((option) => option.value !== value))
    options.unshift({ value, label: otherLabel(value, seasons !== undefined) });
  return (
    <SelectField
      {...locked}
      label="Season"
      name="season"
      required
      options={options}
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** A reward may have the number of a season that doesn't exist. */
function otherLabel(value: string, isLoaded: boolean): string {
  if (value === '') return isLoaded ? 'Choose a season' : 'Loading…';
  return isLoaded ? `${value} (no such season)` : value;
}

function NoSeason() {
  return (
    <p className={styles.wide}>
      There is no season yet, and every reward needs one.{' '}
      {/* A new tab, so that the form keeps its input and finds the season on return. */}
      <Link to={adminPaths.dropSeasons} target="_blank">
        Create a season (opens in a new tab)
      </Link>
      , then choose it here.
    </p>
  );
}
