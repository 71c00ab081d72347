// The rewards of a season of drops.
export {
  type TwitchRewardRow,
  findRewardLocked,
  findSeasonRewards,
  hasRewards,
  insertSeasonRewards,
} from './season-rewards.queries.ts';
