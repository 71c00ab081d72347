import type { LibraryPicture, PictureUse } from '@waygate/contract/picture-library/picture-library.schemas';
import { Link } from 'react-router';
import { pathOfUse, labelOfUse } from './picture-texts.ts';
import styles from './PictureDetails.module.css';

/** The records that use a picture. They open in another tab, so that nothing written here is left. */
export function PictureUses({ picture: { uses, useCount } }: { picture: LibraryPicture }) {
  if (useCount === 0) return <p className={styles.uses}>Nothing uses it.</p>;
  const more = useCount - uses.length;
  return (
    <div className={styles.uses}>
      <h4>Used in</h4>
      <ul>
        {uses.map((use) => (
          <li key={`${use.kind} ${use.id}`}>
            <Use use={use} />
          </li>
        ))}
        {more > 0 && <li>and {more} more</li>}
      </ul>
    </div>
  );
}

function Use({ use }: { use: PictureUse }) {
  const label = labelOfUse(use);
  if (use.title === null) return <>{label} of another section</>;
  return (
    <>
      {label}:{' '}
      <Link to={pathOfUse(use)} target="_blank">
        {use.title}
        <span className="visually-hidden"> (opens in a new tab)</span>
      </Link>
    </>
  );
}
