import { Migration } from '@mikro-orm/migrations'

export class Migration20261121192414_preferences extends Migration {
  override name = 'Migration20261121192414_preferences'

  override up(): void | Promise<void> {
    this.addSql(
      `create table "preferences" ("user_id" uuid not null, "theme" text null, "language" text null, "reduced_data" boolean null, "updated_at" timestamptz not null, primary key ("user_id"));`,
    )

    this.addSql(
      `alter table "preferences" add constraint "preferences_theme_check" check ("theme" in ('dark', 'light', 'system'));`,
    )
    this.addSql(
      `alter table "preferences" add constraint "preferences_language_check" check ("language" in ('en', 'ar'));`,
    )
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "preferences" cascade;`)
  }
}
