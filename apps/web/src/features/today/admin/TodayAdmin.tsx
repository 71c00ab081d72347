import { messageOf } from '#api/api-error.ts';
import { ListSkeleton } from '#features/admin/lists/ListSkeleton.tsx';
import { useToday } from '#features/admin/use-today.ts';
import { Failure } from '#ui/Failure.tsx';
import { ComingUp } from './ComingUp.tsx';
import { DoneToday } from './DoneToday.tsx';
import { Figures } from './Figures.tsx';
import { TaskList } from './TaskList.tsx';
import styles from './TodayAdmin.module.css';

/** The day's numbers, and below them what waits for a decision. */
export function TodayAdmin() {
  const { data, error, refetch } = useToday();
  return (
    <div className={styles.page}>
      <Figures />
      {error && (
        <Failure
          message={messageOf(error, "What waits for you couldn't be loaded.")}
          onRetry={() => void refetch()}
        />
      )}
      <div className={styles.columns}>
        {data && <TaskList today={data} />}
        {!data && !error && <ListSkeleton caption="what waits for you" />}
        <div className={styles.aside}>
          {data && <ComingUp comingUp={data.comingUp} />}
          <DoneToday />
        </div>
      </div>
    </div>
  );
}
