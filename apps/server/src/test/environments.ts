/** Variables with which production starts: these, and nothing more. */
export const PRODUCTION = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://waygate:s3cret-db@db.internal/waygate',
  PUBLIC_ORIGIN: 'https://play.example.com',
  SMTP_URL: 'smtps://mailer:s3cret-smtp@mail.example.com',
  MAIL_FROM: 'Play <no-reply@example.com>',
  OWNER_EMAIL: 'owner@example.com',
  BRAND_NAME: 'Play',
  BRAND_COMMUNITY_URL: 'https://discord.gg/play',
  TRUST_PROXY: 'off',
  FACTOR_KEY: 'c2VjcmV0LWtleS1vZi1zZWNvbmQtZmFjdG9ycy0wMDA=',
};
