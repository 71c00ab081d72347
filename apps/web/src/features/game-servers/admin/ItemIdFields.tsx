import { Fragment } from 'react';
import { RecordPicker } from '#features/admin/search/RecordPicker.tsx';
import { serverItemsOf, type ServerItemsForm } from '#features/game-servers/server-items.rules.ts';
import styles from './ItemIdFields.module.css';
import { useServerNames } from './use-server-names.ts';

type ItemIdFieldsProps = {
  itemId: string;
  serverItems: ServerItemsForm;
  /** Before the names of the fields in the request: 'grants.0.'. */
  prefix?: string;
  errors: Record<string, string>;
  isRequired?: boolean;
  onChange: (changes: { itemId: string } | { serverItems: ServerItemsForm }) => void;
};

/** The id of an item in the game; with several game servers its id on each. */
export function ItemIdFields({ prefix = '', isRequired = false, errors, ...props }: ItemIdFieldsProps) {
  const { itemId, serverItems, onChange } = props;
  const servers = useServerNames();
  const first = (label: string) => (
    <RecordPicker
      kind="item"
      label={label}
      name={`${prefix}itemId`}
      required={isRequired && servers.length <= 1}
      value={itemId}
      error={errors[`${prefix}itemId`]}
      onChange={(id) => onChange({ itemId: id })}
    />
  );
  if (servers.length <= 1) return first('Item id');
  const sent = serverItemsOf(serverItems);
  const second = servers.find(({ isFirst }) => !isFirst);
  const errorOf = (serverId: number) => {
    const index = sent.findIndex((item) => item.serverId === serverId);
    const whole = serverId === second?.serverId ? errors[`${prefix}serverItems`] : undefined;
    return errors[`${prefix}serverItems.${index}.itemId`] ?? whole;
  };
  const fields = servers.map(({ serverId, name, isFirst, isListed }) => {
    const label = `Item id on ${name}${isListed ? '' : ' (hidden)'}`;
    if (isFirst) return <Fragment key={serverId}>{first(label)}</Fragment>;
    return (
      <RecordPicker
        key={serverId}
        kind="item"
        serverId={serverId}
        label={label}
        name={`${prefix}serverItems.${serverId}`}
        value={serverItems[serverId] ?? ''}
        error={errorOf(serverId)}
        onChange={(id) => onChange({ serverItems: { ...serverItems, [serverId]: id } })}
      />
    );
  });
  return (
    <div className={styles.servers} data-servers>
      {fields}
    </div>
  );
}
