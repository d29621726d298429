/** The service's own built code, so that bench and service use the same ids, SQL and response format. */
const fromDist = (path: string): Promise<unknown> => import(new URL(`../../dist/${path}`, import.meta.url).href);

type Ids = typeof import('../../src/shared/kernel/ids.js');
type Examples = typeof import('../../src/shared/kernel/example-ids.js');
type Embedded = typeof import('../../src/embedded-postgres/embedded-server.js');
type PageReads = typeof import('../../src/modules/pages/dto/page-reads.js');
type AudienceReads = typeof import('../../src/modules/pages/dto/audience-reads.js');
type PersonReads = typeof import('../../src/modules/crm/dto/person-reads.js');
type LinkResolution = typeof import('../../src/modules/links/resolving/link-resolution.service.js');
type AssetReads = typeof import('../../src/modules/assets/dto/asset-reads.js');
type DeliveryWorker = typeof import('../../src/modules/webhooks/sending/delivery-worker.js');
type ConsoleScreens = typeof import('../../src/modules/console/screens/screens.js');
type DeliverySignals = typeof import('../../src/modules/webhooks/deliveries/delivery-signals.js');

export const { newUuid, wireId, uuidOf } = (await fromDist('shared/kernel/ids.js')) as Ids;

export const { exampleId, exampleUuid } = (await fromDist('shared/kernel/example-ids.js')) as Examples;

export const { startEmbeddedServer } = (await fromDist('embedded-postgres/embedded-server.js')) as Embedded;

export const { pageById, pageView } = (await fromDist('modules/pages/dto/page-reads.js')) as PageReads;
export const { audienceById, audienceView } = (await fromDist(
  'modules/pages/dto/audience-reads.js',
)) as AudienceReads;
export const { personById, personList, personView } = (await fromDist(
  'modules/crm/dto/person-reads.js',
)) as PersonReads;
export const { linkOnOwnDomain, resolutionView } = (await fromDist(
  'modules/links/resolving/link-resolution.service.js',
)) as LinkResolution;
export const { assetView, trashSearch } = (await fromDist('modules/assets/dto/asset-reads.js')) as AssetReads;
export const { DUE_LANES } = (await fromDist(
  'modules/webhooks/sending/delivery-worker.js',
)) as DeliveryWorker;
export const { LANE_CHANNEL } = (await fromDist(
  'modules/webhooks/deliveries/delivery-signals.js',
)) as DeliverySignals;

const { SCREENS } = (await fromDist('modules/console/screens/screens.js')) as ConsoleScreens;
/** The paths of all screens, such as `/pages/:id`. */
export const CONSOLE_ROUTES = Object.keys(SCREENS).flatMap((route) =>
  route.startsWith('GET ') ? [route.slice('GET '.length)] : [],
);
