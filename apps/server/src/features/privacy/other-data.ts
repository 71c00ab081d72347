/**
 * Columns of tables without personal data, with spaces between them. A new column is named here or in `PERSONAL_DATA`, so
 * that nobody stores personal data without saying so.
 */
export const OTHER_DATA: Record<string, string> = {
  backup_schedule: 'is_only every_seconds since place restore_tried_at',
  backups: 'name place began_at verified_at failure table_rows bytes has_keys is_of_update',
  bridge_addresses: 'address added_at server_id',
  bridge_tokens: 'token_hash label created_at revoked_at server_id',
  budget_defaults: 'is_only coins packs items refunds revision',
  budget_raises: 'staff_id kind day raised_to',
  budget_use: 'staff_id kind day used',
  bulk_lists: 'id staff_id action details reason created_at finished_at stopped_at',
  content_revisions: 'kind record_id revision author_id saved_at fields',
  drop_samples:
    'minute state streams failed_streams chatters credited detail started_at finished_at unknown_streams',
  factor_keys: 'key_id is_readable checked_at',
  gallery_pictures: 'id position image_url alt caption width height revision',
  game_server_samples: 'server_id minute players_online',
  game_server_status:
    'server_id adapter bridge_version guarantee needs_character reports_collected expires_after_days account_rules is_online players_online capacity game_version changed_at reported_at trusted_hashing',
  game_servers: 'id name slug position is_listed account_policy revision created_at',
  installation: 'is_only id',
  last_signals: 'name at',
  ledger_check: 'is_only checked_at differences',
  ledger_transactions: 'id idempotency_key reason created_at detail server_id',
  news: 'id status title snippet body body_html category image_url published_at created_at updated_at revision event_starts_at event_ends_at search_vector published_until',
  order_mails: 'order_id event refunded_cents created_at queued_at',
  order_payments:
    'session_id order_id payment_intent_id state amount_cents currency refunded_cents noted_at read_at',
  order_refunds:
    'id order_id session_id payment_intent_id amount_cents request_id refunded_before_cents attempt staff_id state failure checked_at created_at settled_at',
  order_transitions: 'from_state to_state',
  patch_notes:
    'id status version title body body_html release_date published_at created_at updated_at revision summary changes search_vector published_until',
  payment_cursors: 'provider from_at to_at after payouts_from completed_at',
  payment_findings: 'kind detail source found_at seen_at',
  payment_payouts: 'id provider created_at read_at',
  payment_sweeps:
    'provider is_live subject is_active swept_until open_since finished_at began_at list_from wake_from seen_open_since cursor pages created_at',
  payment_transactions:
    'id provider order_id kind payment_intent_id amount_cents fee_cents net_cents currency payout created_at',
  picture_uses: 'picture used_in row_id',
  pictures: 'name content uploaded_at removed_at has_file file_name alt width height bytes is_kept',
  processes:
    'id is_api is_worker host pid version started_at seen_at disk_free data_dir_id update_started_at local_origin',
  product_categories: 'id name icon description description_html position revision',
  product_line_items: 'product_id position server_id item_id',
  product_lines: 'product_id position kind quantity item_id label',
  products:
    'id storefront category_id name new_name description description_html price_cents new_price_cents is_sale sale_ends_at custom_icon_url stock account_limit position is_listed deleted_at version created_at updated_at',
  receipt_reports: 'restore_id server_id completed_at',
  restores: 'id backup taken_at restored_at erasures_planned_at',
  roles: 'id name description web_mgt sections revision updated_at',
  sandbox_payouts: 'id amount_cents currency created_at',
  sandbox_refunds: 'id session_id amount_cents created_at',
  sandbox_settings: 'id secret_key webhook_secret webhook_url',
  sandbox_transactions: 'id session_id source type amount_cents fee_cents payout_id created_at',
  schema_migrations: 'name checksum applied_at breaks_older',
  security_policy: 'id is_staff_factor_required revision',
  seeds: 'name seeded_at',
  site_settings:
    'id maintenance_text maintenance_ends_at featured_product_id client_version requirements revision updated_at',
  staff_budgets: 'staff_id coins packs items refunds revision',
  statistics_days: 'day registrations sign_ins active_players counted_at',
  statistics_returns: 'day days_away players',
  terms_versions: 'version updated body withdrawal first_offered_at',
  twitch_reward_items: 'reward_id server_id item_id',
  twitch_rewards:
    'id season type title description required_minutes item_id item_quantity image_url revision created_at updated_at deleted_at reference',
  twitch_seasons:
    'id name starts_at ends_at revision created_at claim_until title_word min_viewers min_twitch_days needs_confirmed_email min_character_level max_accounts_per_address',
};
