import { getHome } from '@waygate/contract/home/home.endpoints';
import { createClientFileReader } from '#features/downloads/downloads.ts';
import type { Config } from '#platform/config/config.ts';
import type { Route } from '#platform/http/route.ts';
import type { HashFile } from '#platform/storage/file-hashes.ts';
import { type HomeParts, readHome } from './home.service.ts';

type Parts = Omit<HomeParts, 'readClientFile'> & {
  config: Pick<Config, 'launcherFile'>;
  hashFile: HashFile;
};

export function homeRoutes(route: Route, parts: Parts): void {
  const readClientFile = createClientFileReader(parts);
  route(getHome, () => readHome({ ...parts, readClientFile }));
}
