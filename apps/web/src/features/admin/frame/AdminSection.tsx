import type { ReactNode } from 'react';
import { useSession } from '#api/session.ts';
import { type AdminSectionId, canUse, findSection } from '#features/admin/sections.ts';
import styles from './AdminSection.module.css';
import { NoPermission } from './NoPermission.tsx';

type AdminSectionProps = {
  section: AdminSectionId;
  /** For a page below the section, such as one order; the section's label otherwise. */
  title?: string;
  /** Actions next to the title. */
  toolbar?: ReactNode;
  children: ReactNode;
};

/** An admin page with title, actions and content, for staff with the right. */
export function AdminSection({ section, title, toolbar, children }: AdminSectionProps) {
  const session = useSession();
  const { label, needs } = findSection(section);
  const isPermitted = canUse(session, needs);
  return (
    <>
      <SectionHeader title={isPermitted ? (title ?? label) : label} toolbar={isPermitted && toolbar} />
      {isPermitted ? (
        children
      ) : (
        <NoPermission level={session?.webMgt}>
          You do not have sufficient permissions to access this admin section.
        </NoPermission>
      )}
    </>
  );
}

/** A page's title, and what can be done on it. */
export function SectionHeader({ title, toolbar }: { title: string; toolbar?: ReactNode }) {
  return (
    <header className={styles.header}>
      <h1>{title}</h1>
      {toolbar && <div className={styles.toolbar}>{toolbar}</div>}
    </header>
  );
}
