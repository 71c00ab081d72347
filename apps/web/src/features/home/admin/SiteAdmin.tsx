import { useQueryClient } from '@tanstack/react-query';
import { getSiteSettings, listOfferChoices } from '@waygate/contract/home/home.admin.endpoints';
import type { OfferChoice, SiteSettings } from '@waygate/contract/home/home.admin.schemas';
import { useRef, useState } from 'react';
import { call } from '#api/call.ts';
import { OpenedText } from '#features/content/admin/OpenedText.tsx';
import { useFocusAfterLoss } from '#ui/use-focus-after-loss.ts';
import { GalleryPanel } from './GalleryPanel.tsx';
import { SettingsForm } from './SettingsForm.tsx';
import styles from './site-admin.module.css';

type Opened = { settings: SiteSettings; products: OfferChoice[] };

const SETTINGS_KEY = ['site', 'settings'] as const;

/** What the operator sets for the landing page. */
export function SiteAdmin() {
  return (
    <div className={styles.site}>
      <OpenedText
        queryKey={SETTINGS_KEY}
        load={loadSettings}
        failure="The site settings couldn't be loaded."
        caption="the site settings"
      >
        {(opened) => <Settings {...opened} />}
      </OpenedText>
      <GalleryPanel />
    </div>
  );
}

async function loadSettings(signal: AbortSignal): Promise<Opened> {
  const [settings, { products }] = await Promise.all([
    call(getSiteSettings, {}, { signal }),
    call(listOfferChoices, {}, { signal }),
  ]);
  return { settings, products };
}

/** A form for each save, since what is saved is what the next changes are compared with. */
function Settings({ settings, products }: Opened) {
  const client = useQueryClient();
  const box = useRef<HTMLDivElement>(null);
  const [saves, setSaves] = useState(0);
  const version = `${settings.revision} ${saves}`;
  useFocusAfterLoss(version, () => box.current?.querySelector<HTMLElement>('[type="submit"]'));
  return (
    <div ref={box}>
      <SettingsForm
        key={version}
        settings={settings}
        products={products}
        onSettled={(saved) => {
          client.setQueryData<Opened>(SETTINGS_KEY, { settings: saved, products });
          setSaves(saves + 1);
        }}
      />
    </div>
  );
}
