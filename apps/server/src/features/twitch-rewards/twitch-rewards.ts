// The rewards of a season of drops.
export {
  type TwitchRewardRow,
  findReward,
  findSeasonRewards,
  hasRewards,
  insertSeasonRewards,
} from './season-rewards.queries.ts';
