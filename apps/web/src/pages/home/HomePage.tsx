import type { Home } from '@waygate/contract/home/home.schemas';
import { PAGES } from '@waygate/contract/site/pages';
import type { Loadable } from '#api/loadable.ts';
import { LAID_OUT_LATER } from '#features/landing/arrival.ts';
import { Backdrop } from '#features/landing/Backdrop.tsx';
import { FactStrip, FactStripSkeleton } from '#features/landing/FactStrip.tsx';
import { FeatureList } from '#features/landing/FeatureList.tsx';
import { type HomeSnapshot, loadSnapshot } from '#features/landing/home-snapshot.ts';
import {
  LaterGallery,
  LaterHappeningNow,
  LaterMaintenanceNotice,
  LaterRequirements,
  PARTS_FILE,
} from '#features/landing/later-parts.tsx';
import { type Scene, SCENES } from '#features/landing/scenes.ts';
import { StartSteps } from '#features/landing/start/StartSteps.tsx';
import { useActiveScene } from '#features/landing/use-active-scene.ts';
import { useFreshSnapshot } from '#features/landing/use-fresh-snapshot.ts';
import { useNow } from '#features/landing/use-now.ts';
import { WelcomeActions } from '#features/landing/WelcomeActions.tsx';
import { scenePreloads } from '#features/page/page-meta.ts';
import { loadingPage } from '#features/page/page-route.tsx';
import { useSite } from '#features/site/SiteContext.tsx';
import { buttonClass } from '#ui/Button.tsx';
import { classNames } from '#ui/class-names.ts';
import styles from './HomePage.module.css';

const LABELS: Record<Scene, string> = {
  welcome: 'Welcome',
  features: 'Features',
  start: 'Get started',
  community: 'Community',
};

const TITLE = 'gilded ornament';

function HomePage({ content }: { content: Loadable<HomeSnapshot> }) {
  const active = useActiveScene();
  const snapshot = useFreshSnapshot(content);
  const gallery = snapshot?.home.gallery;
  return (
    <>
      <Backdrop active={active} />
      <Welcome isLoading={content.status === 'loading'} snapshot={snapshot} />
      <section id="features" className={styles.section}>
        <div className={styles.wide}>
          <h2 className={TITLE}>A world worth your evenings</h2>
          <FeatureList />
          {gallery?.[0] && <LaterGallery pictures={gallery} />}
        </div>
      </section>
      <GetStarted home={snapshot?.home} />
      <Community />
      <nav aria-label="Sections" className={styles.waypoints}>
        {SCENES.map((scene) => (
          <a key={scene} href={`#${scene}`} aria-current={scene === active || undefined}>
            <span>{LABELS[scene]}</span>
          </a>
        ))}
      </nav>
    </>
  );
}

type WelcomeProps = { isLoading: boolean; snapshot: HomeSnapshot | undefined };

/** The first screen, and what happens now as the second. */
function Welcome({ isLoading, snapshot }: WelcomeProps) {
  const { brandName } = useSite();
  const now = useNow(snapshot?.readAt ?? 0);
  const maintenance = snapshot?.home.maintenance;
  return (
    <section id="welcome">
      <div className={classNames(styles.section, styles.welcome)}>
        <div className={styles.text}>
          <h1 className={TITLE}>
            <small>Welcome to</small> {brandName}
          </h1>
          <p className={styles.lead}>
            The action role-playing game you never quite left, on a private server that is free to play.
          </p>
          <WelcomeActions />
        </div>
        {maintenance && <LaterMaintenanceNotice maintenance={maintenance} readAt={snapshot.readAt} />}
        {isLoading && <FactStripSkeleton />}
        {snapshot && <FactStrip home={snapshot.home} now={now} />}
      </div>
      {isLoading && <div className={styles.section} />}
      {snapshot && <LaterHappeningNow snapshot={snapshot} />}
    </section>
  );
}

function GetStarted({ home }: { home: Home | undefined }) {
  return (
    <section id="start" className={styles.section}>
      <div className={styles.wide} {...LAID_OUT_LATER}>
        <h2 className={TITLE}>Get started</h2>
        <p className={styles.lead}>
          Create your account, download the client, and step through the gate. Your first evening is minutes
          away.
        </p>
        <StartSteps client={home?.client ?? null} />
        {home && <LaterRequirements requirements={home.requirements} />}
      </div>
    </section>
  );
}

function Community() {
  const { communityUrl } = useSite();
  return (
    <section id="community" className={styles.section}>
      <div className={styles.text} {...LAID_OUT_LATER}>
        <h2 className={TITLE}>Community</h2>
        <p>
          Our game masters are players first: they answer questions, settle quarrels and walk the world beside
          you. In the chat community somebody is always awake, looking for one more blade or happy to help
          with your build.
        </p>
        <p>
          Seasonal events give you a reason to come back, and regular dungeon runs bring newcomers and
          veterans to the same boss. Come along once, and you will know half the realm by name.
        </p>
        <p className={styles.actions}>
          <a
            href={communityUrl}
            target="_blank"
            rel="noopener"
            className={buttonClass('secondary', styles.large)}
          >
            Join the community <span className="visually-hidden">(opens in a new tab)</span>
          </a>
        </p>
      </div>
    </section>
  );
}

export const route = loadingPage({
  load: loadSnapshot,
  laterFiles: [PARTS_FILE],
  failureMessage: '',
  keepsContent: true,
  isOptional: true,
  meta: (_, { brandName }) => ({
    title: PAGES.home.title,
    description: `${brandName} is a free private server for an online action role-playing game: frequent updates, stable servers, a fair world and cosmetics you earn by playing.`,
    preloadImages: scenePreloads('welcome'),
  }),
  Page: HomePage,
});
