import { TASK_KINDS, type Task, type TaskKind, type Today } from '@waygate/contract/today/today.schemas';
import { Fragment } from 'react';
import { Link } from 'react-router';
import { AccountLink } from '#features/admin/lists/AccountLink.tsx';
import { priceText } from '#features/shop/price-text.ts';
import { Badge } from '#ui/admin/Badge.tsx';
import { Panel } from '#ui/admin/Panel.tsx';
import { classNames } from '#ui/class-names.ts';
import { buttonClass } from '#ui/Button.tsx';
import { LocalTime } from '#ui/LocalTime.tsx';
import { dueText, TASK_LABELS, taskDetail, taskLists, taskPath, taskTitle, waitText } from './task-texts.ts';
import styles from './TaskList.module.css';

/** What waits for a decision, the most urgent first. */
export function TaskList({ today: { at, tasks, counts } }: { today: Today }) {
  if (tasks.length === 0)
    return (
      <Panel title="Needs you">
        <p className={styles.done}>
          All done. Nothing waited for you at <LocalTime value={at} />.
        </p>
      </Panel>
    );
  return (
    <Panel title="Needs you">
      <ul className={styles.tasks}>
        {tasks.map((task) => (
          <li key={`${task.kind} ${task.id} ${task.reason}`} className={styles.task}>
            <TaskLine task={task} now={Date.parse(at)} />
          </li>
        ))}
      </ul>
      {TASK_KINDS.map((kind) => (
        <Rest key={kind} kind={kind} tasks={tasks} count={counts[kind] ?? 0} />
      ))}
    </Panel>
  );
}

function TaskLine({ task, now }: { task: Task; now: number }) {
  const { label, tone, action } = TASK_LABELS[task.kind];
  const title = taskTitle(task);
  const detail = taskDetail(task);
  return (
    <>
      <span className={styles.kind}>
        <Badge tone={tone}>{label}</Badge>
      </span>
      <p className={styles.what}>
        <strong>{title}</strong>
        {task.account && (
          <span>
            <AccountLink account={task.account} />
          </span>
        )}
        {detail !== '' && <span className={styles.detail}>{detail}</span>}
      </p>
      <span className={styles.sum}>{task.sum !== null && priceText(task.sum)}</span>
      {task.due === undefined ? (
        <time className={styles.wait} dateTime={task.since}>
          waits {waitText(task.since, now)}
        </time>
      ) : (
        <time className={classNames(styles.wait, styles.due)} dateTime={task.due}>
          {dueText(task.due, now)}
        </time>
      )}
      <Link to={taskPath(task)} className={buttonClass('secondary', styles.action)}>
        {action} <span className="visually-hidden">: {title}</span>
      </Link>
    </>
  );
}

/** Of each kind some are named. */
function Rest({ kind, tasks, count }: { kind: TaskKind; tasks: Task[]; count: number }) {
  const shown = tasks.filter((task) => task.kind === kind);
  const named = kind === 'delivery' ? shown.reduce((sum, { cases }) => sum + cases, 0) : shown.length;
  if (count <= named) return null;
  return (
    <p className={styles.rest}>
      {(count - named).toLocaleString()} more of kind “{TASK_LABELS[kind].label}” wait in{' '}
      {taskLists(kind).map(({ label, path }, index) => (
        <Fragment key={path}>
          {index > 0 && ' or '}
          <Link to={path}>{label}</Link>
        </Fragment>
      ))}
      .
    </p>
  );
}
