// The rewards of a season of drops.
export {
  type ClaimableReward,
  findRewardLocked,
  findSeasonRewards,
  hasRewards,
  insertSeasonRewards,
  serverIdsOfReward,
} from './season-rewards.queries.ts';
