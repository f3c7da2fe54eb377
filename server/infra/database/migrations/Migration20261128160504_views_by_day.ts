import { Migration } from '@mikro-orm/migrations';

export class Migration20261128160504_views_by_day extends Migration {

  override name = 'Migration20261128160504_views_by_day';

  override up(): void | Promise<void> {
    this.addSql(`create table "view_day" ("object_id" uuid not null, "day" date not null, "source" text not null, "views" int not null default 0, "looks" int not null default 0, primary key ("object_id", "day", "source"));`);

    this.addSql(`create index "comment_performer_id_created_at_index" on "comment" ("performer_id", "created_at");`);

    this.addSql(`create index "reaction_liked_index" on "reaction" ("object_id", "created_at") where action = 'like';`);

    this.addSql(`alter table "view_day" add constraint "view_day_source_check" check ("source" in ('home', 'explore', 'creator', 'link', 'message', 'search', 'other'));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "view_day" cascade;`);

    this.addSql(`drop index "comment_performer_id_created_at_index";`);

    this.addSql(`drop index "reaction_liked_index";`);
  }

}
