import type { Requirement } from '@waygate/contract/home/home.schemas';
import styles from './StartSteps.module.css';

/** What a computer needs for the game. A column that says nothing is left out. */
export function Requirements({ requirements }: { requirements: Requirement[] }) {
  const columns = (['minimum', 'recommended'] as const).filter((column) =>
    requirements.some((requirement) => requirement[column] !== ''),
  );
  if (columns.length === 0) return null;
  return (
    <table className={styles.requirements}>
      <caption>System requirements</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">Requirement</span>
          </th>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column === 'minimum' ? 'Minimum' : 'Recommended'}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {requirements.map(({ name, ...values }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {columns.map((column) => (
              <td key={column}>{values[column] || '–'}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
