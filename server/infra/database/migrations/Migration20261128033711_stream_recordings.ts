import { Migration } from '@mikro-orm/migrations';

export class Migration20261128033711_stream_recordings extends Migration {

  override name = 'Migration20261128033711_stream_recordings';

  override up(): void | Promise<void> {
    this.addSql(`create table "stream_recording" ("stream_id" uuid not null, "performer_id" uuid not null, "status" text not null, "path" varchar(1000) not null, "duration_ms" int not null, "holes" jsonb not null, "is_promised" boolean not null default false, "ended_at" timestamptz not null, "due_at" timestamptz not null, "file_id" uuid not null, "video_id" uuid not null, "updated_at" timestamptz not null, primary key ("stream_id"));`);
    this.addSql(`create index "stream_recording_status_due_at_index" on "stream_recording" ("status", "due_at");`);

    this.addSql(`create table "stream_slice" ("id" uuid not null, "stream_id" uuid not null, "begin_ms" int not null, "end_ms" int not null, "bytes" int not null, "arrived_at" timestamptz null, "created_at" timestamptz not null, primary key ("id"));`);
    this.addSql(`create index "stream_slice_stream_id_index" on "stream_slice" ("stream_id");`);

    this.addSql(`alter table "file" drop constraint "file_purpose_check";`);
    this.addSql(`alter table "file" add constraint "file_purpose_check" check ("purpose" in ('message', 'feed-photo', 'feed-video', 'feed-audio', 'feed-thumbnail', 'feed-teaser', 'gallery-photo', 'gallery-cover', 'video', 'video-thumbnail', 'video-teaser', 'product-picture', 'product-file', 'comment-photo', 'welcome-video', 'stream-slice', 'avatar', 'cover', 'product'));`);

    this.addSql(`alter table "stream_recording" add constraint "stream_recording_status_check" check ("status" in ('waiting', 'making', 'made', 'lost'));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "stream_recording" cascade;`);
    this.addSql(`drop table if exists "stream_slice" cascade;`);
    this.addSql(`delete from "file" where "purpose" = 'stream-slice';`);

    this.addSql(`alter table "file" drop constraint "file_purpose_check";`);
    this.addSql(`alter table "file" add constraint "file_purpose_check" check ("purpose" in ('message', 'feed-photo', 'feed-video', 'feed-audio', 'feed-thumbnail', 'feed-teaser', 'gallery-photo', 'gallery-cover', 'video', 'video-thumbnail', 'video-teaser', 'product-picture', 'product-file', 'comment-photo', 'welcome-video', 'avatar', 'cover', 'product'));`);
  }

}
