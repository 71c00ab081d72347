import type {
  CharacterStatistics,
  GameStatistics,
  PaymentStatistics,
} from '@waygate/contract/statistics/statistics.schemas';
import type { ClassCount, LevelCount } from './character-statistics.queries.ts';
import type { GameDay } from './game-statistics.queries.ts';
import { bandsOfLevels } from './level-bands.ts';
import type { CampaignOutcome, Campaigns, PaidDay, SoldProduct } from './payment-statistics.queries.ts';

const TOP_PRODUCTS = 20;
const TOP_CLASSES = 50;

export function presentGame({
  days,
  players,
  accounts,
}: {
  days: GameDay[];
  /** Distinct players over all days. */
  players: number;
  accounts: number;
}): GameStatistics {
  return {
    days,
    totals: {
      registrations: sumOf(days, ({ registrations }) => registrations),
      signIns: sumOf(days, ({ signIns }) => signIns),
      activePlayers: players,
      accounts,
    },
  };
}

export function presentPayment({
  isLive,
  days,
  products,
  buyers,
  byState,
  campaigns,
}: {
  isLive: boolean;
  days: PaidDay[];
  /** Best first. */
  products: SoldProduct[];
  buyers: number;
  byState: PaymentStatistics['byState'];
  campaigns: Campaigns;
}): PaymentStatistics {
  const others = products.slice(TOP_PRODUCTS);
  const { campaigns: campaignCount, ...outcomes } = campaigns.all;
  return {
    isLive,
    days: days.map(({ day, ...money }) => ({ day, ...presentMoney([money]) })),
    totals: { ...presentMoney(days), buyers },
    byState,
    topProducts: products
      .slice(0, TOP_PRODUCTS)
      .map(({ productId, name, ...money }) => ({ productId, name, ...presentSales([money]) })),
    otherProducts: { products: others.length, ...presentSales(others) },
    campaigns: campaigns.best.map(({ source, campaign, content, ...outcome }) => ({
      source,
      campaign,
      content,
      ...presentOutcome(outcome),
    })),
    campaignTotals: { campaigns: campaignCount, ...presentOutcome(outcomes) },
  };
}

export function presentCharacters({
  levels,
  classes,
  accounts,
  lastReport,
}: {
  levels: LevelCount[];
  /** Most frequent first. */
  classes: ClassCount[];
  accounts: number;
  lastReport: Date | null;
}): CharacterStatistics {
  return {
    characters: sumOf(levels, ({ characters }) => characters),
    accounts,
    byLevel: bandsOfLevels(levels),
    byClass: classes
      .slice(0, TOP_CLASSES)
      .map((counted) => ({ ...counted, averageLevel: Math.round(counted.averageLevel * 10) / 10 })),
    lastReportAt: lastReport?.toISOString() ?? null,
  };
}

type Money = Pick<PaidDay, 'orders' | 'paid' | 'returned'>;

/** Summed in cents, since sums of euros are not exact. */
function presentMoney(groups: Money[]) {
  const returned = sumOf(groups, (group) => group.returned);
  return {
    revenue: (sumOf(groups, ({ paid }) => paid) - returned) / 100,
    refunded: returned / 100,
    paidOrders: sumOf(groups, ({ orders }) => orders),
  };
}

function presentSales(groups: Money[]) {
  const { revenue, paidOrders } = presentMoney(groups);
  return { orders: paidOrders, revenue };
}

function presentOutcome({ clicks, registrations, buyers, net }: CampaignOutcome) {
  return { clicks, registrations, buyers, revenue: net / 100 };
}

function sumOf<T>(groups: T[], amountOf: (group: T) => number): number {
  return groups.reduce((sum, group) => sum + amountOf(group), 0);
}
