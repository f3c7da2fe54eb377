import { Migration } from '@mikro-orm/migrations';

export class Migration20261126142826_comments extends Migration {

  override name = 'Migration20261126142826_comments';

  override up(): void | Promise<void> {
    this.addSql(`create table "comment" ("id" uuid not null, "object_type" text not null, "object_id" uuid not null, "performer_id" uuid not null, "author_id" uuid not null, "parent_id" uuid null, "text" text not null, "mentions" text[] not null default '{}', "status" text not null default 'visible', "created_at" timestamptz not null, "edited_at" timestamptz null, primary key ("id"));`);
    this.addSql(`create index "comment_thread_index" on "comment" ("object_id", "created_at", "id") where parent_id is null;`);
    this.addSql(`create index "comment_answers_index" on "comment" ("parent_id", "created_at", "id") where parent_id is not null;`);
    this.addSql(`create index "comment_author_id_created_at_id_index" on "comment" ("author_id", "created_at", "id");`);

    this.addSql(`alter table "file" drop constraint "file_purpose_check";`);
    this.addSql(`alter table "file" add constraint "file_purpose_check" check ("purpose" in ('message', 'feed-photo', 'feed-video', 'feed-audio', 'feed-thumbnail', 'feed-teaser', 'gallery-photo', 'gallery-cover', 'video', 'video-thumbnail', 'video-teaser', 'product-picture', 'product-file', 'comment-photo', 'welcome-video', 'avatar', 'cover', 'product'));`);

    this.addSql(`alter table "reaction" drop constraint "reaction_object_type_check";`);
    this.addSql(`alter table "reaction" add constraint "reaction_object_type_check" check ("object_type" in ('feed', 'gallery', 'photo', 'video', 'product', 'performer', 'comment'));`);

    this.addSql(`alter table "report" drop constraint "report_object_type_check";`);
    this.addSql(`alter table "report" add constraint "report_object_type_check" check ("object_type" in ('feed', 'message', 'performer', 'user', 'gallery', 'photo', 'video', 'product', 'comment'));`);

    this.addSql(`alter table "comment" add constraint "comment_object_type_check" check ("object_type" in ('feed', 'gallery', 'photo', 'video', 'product'));`);
    this.addSql(`alter table "comment" add constraint "comment_status_check" check ("status" in ('visible', 'deleted'));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "comment" cascade;`);

    this.addSql(`alter table "file" drop constraint "file_purpose_check";`);
    this.addSql(`alter table "file" add constraint "file_purpose_check" check ("purpose" in ('message', 'feed-photo', 'feed-video', 'feed-audio', 'feed-thumbnail', 'feed-teaser', 'gallery-photo', 'gallery-cover', 'video', 'video-thumbnail', 'video-teaser', 'product-picture', 'product-file', 'welcome-video', 'avatar', 'cover', 'product'));`);

    this.addSql(`alter table "reaction" drop constraint "reaction_object_type_check";`);
    this.addSql(`alter table "reaction" add constraint "reaction_object_type_check" check ("object_type" in ('feed', 'gallery', 'photo', 'video', 'product', 'performer'));`);

    this.addSql(`alter table "report" drop constraint "report_object_type_check";`);
    this.addSql(`alter table "report" add constraint "report_object_type_check" check ("object_type" in ('feed', 'message', 'performer', 'user', 'gallery', 'photo', 'video', 'product'));`);
  }
}
