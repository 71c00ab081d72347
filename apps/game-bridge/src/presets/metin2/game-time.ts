/** The game writes local times of the database server; the bridge's connections are in UTC. */
export const GAME_NOW = `convert_tz(utc_timestamp(), '+00:00', @@global.time_zone)`;

/** Seconds since 1970 of a time that the game wrote. */
export function secondsOf(column: string): string {
  return `unix_timestamp(convert_tz(${column}, @@global.time_zone, '+00:00'))`;
}

/** A time as the game writes it, of seconds since 1970. */
export function gameTimeOf(seconds: string): string {
  return `convert_tz(from_unixtime(${seconds}), '+00:00', @@global.time_zone)`;
}
