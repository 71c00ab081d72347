import { GRANT_PACK_ACTIONS } from '@waygate/contract/actions/actions.schemas';
import { classNames } from '#ui/class-names.ts';
import styles from './bulk.module.css';
import { BulkButton } from './BulkButton.tsx';
import { BulkLists } from './BulkLists.tsx';

/** Packs and bans for lists of players, and the last lists. */
export function BulkActions() {
  return (
    <>
      <div className={classNames(styles.actions, styles.below)}>
        <BulkButton title="Grant a pack to a list" actions={GRANT_PACK_ACTIONS} />
        <BulkButton title="Ban a list" actions={['BAN']} />
      </div>
      <BulkLists />
    </>
  );
}
