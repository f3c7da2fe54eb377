import { Migration } from '@mikro-orm/migrations';

export class Migration20261127163627_file_work extends Migration {

  override name = 'Migration20261127163627_file_work';

  override up(): void | Promise<void> {
    this.addSql(`alter table "file" add "awaits" text null, add "doubts" smallint not null default 0;`);
    this.addSql(`alter table "file" add constraint "file_awaits_check" check ("awaits" in ('encoding', 'copies'));`);
    // A server that was killed after a video was ready never made its smaller copies.
    this.addSql(`update "file" set "awaits" = 'copies' where "type" = 'video' and "status" = 'ready' and "variants" = '[]'
      and least("width", "height") > 360 and "duration_ms" is not null
      and "purpose" not in ('feed-teaser', 'video-teaser', 'welcome-video');`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "file" drop constraint "file_awaits_check";`);
    this.addSql(`alter table "file" drop column "awaits", drop column "doubts";`);
  }

}
