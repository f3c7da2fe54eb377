import { Migration } from '@mikro-orm/migrations'

export class Migration20261126070500_media_files extends Migration {
  override name = 'Migration20261126070500_media_files'

  override up(): void | Promise<void> {
    this.addSql(`alter table "file" drop constraint "file_purpose_check", drop constraint "file_type_check";`)
    this.addSql(
      `alter table "file" add "has_poster" boolean not null default false, add "duration_ms" int null, add "waveform" jsonb null, add "variants" jsonb not null default '[]', add "progress" smallint null, add "failure" text null;`,
    )
    this.addSql(
      `alter table "file" add constraint "file_purpose_check" check ("purpose" in ('message', 'feed-photo', 'feed-video', 'feed-audio', 'feed-thumbnail', 'feed-teaser', 'gallery-photo', 'video', 'video-thumbnail', 'video-teaser', 'product-picture', 'product-file', 'welcome-video', 'avatar', 'cover', 'product'));`,
    )
    this.addSql(
      `alter table "file" add constraint "file_type_check" check ("type" in ('photo', 'video', 'audio', 'other'));`,
    )
    this.addSql(
      `alter table "file" add constraint "file_failure_check" check ("failure" in ('damaged', 'unsupported', 'too-long', 'timeout'));`,
    )
  }

  override down(): void | Promise<void> {
    // An older server knows neither these files nor their purposes.
    this.addSql(
      `delete from "attachment" where "file_id" in (select "id" from "file" where "purpose" not in ('message', 'avatar', 'cover', 'product') or "type" not in ('photo', 'video'));`,
    )
    this.addSql(
      `delete from "file" where "purpose" not in ('message', 'avatar', 'cover', 'product') or "type" not in ('photo', 'video');`,
    )
    this.addSql(
      `alter table "file" drop constraint "file_purpose_check", drop constraint "file_type_check", drop constraint "file_failure_check";`,
    )
    this.addSql(
      `alter table "file" drop column "has_poster", drop column "duration_ms", drop column "waveform", drop column "variants", drop column "progress", drop column "failure";`,
    )
    this.addSql(
      `alter table "file" add constraint "file_purpose_check" check ("purpose" in ('message', 'avatar', 'cover', 'product'));`,
    )
    this.addSql(`alter table "file" add constraint "file_type_check" check ("type" in ('photo', 'video'));`)
  }
}
