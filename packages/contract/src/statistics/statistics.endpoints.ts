import { endpoint } from '../endpoint.ts';
import {
  characterStatisticsSchema,
  gameStatisticsSchema,
  paymentStatisticsSchema,
  periodQuery,
  playersOnlineSchema,
} from './statistics.schemas.ts';

export const getGameStatistics = endpoint({
  method: 'GET',
  path: '/admin/statistics/game',
  access: { section: 'statisticsGame' },
  summary: 'Registrations, sign-ins and active players of each day of a period.',
  query: periodQuery,
  response: gameStatisticsSchema,
});

export const getPlayersOnline = endpoint({
  method: 'GET',
  path: '/admin/statistics/game/players-online',
  access: { section: 'statisticsGame' },
  summary: 'Players online on each game server in the last 24 hours.',
  response: playersOnlineSchema,
});

export const getPaymentStatistics = endpoint({
  method: 'GET',
  path: '/admin/statistics/payment',
  access: { section: 'statisticsPayment' },
  summary: 'Revenue, orders, products and campaigns of a period.',
  query: periodQuery,
  response: paymentStatisticsSchema,
});

export const getCharacterStatistics = endpoint({
  method: 'GET',
  path: '/admin/statistics/character',
  access: { section: 'statisticsCharacter' },
  summary: 'Levels and classes of the characters that were reported in a period.',
  query: periodQuery,
  response: characterStatisticsSchema,
});
