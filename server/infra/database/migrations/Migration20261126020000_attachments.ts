import { Migration } from '@mikro-orm/migrations'

/** Holders of files move from columns of `file` into `attachment`. */
export class Migration20261126020000_attachments extends Migration {
  override name = 'Migration20261126020000_attachments'

  override up(): void | Promise<void> {
    // A server of the version before may still write: a file that it attaches must not fall between copy and drop.
    this.addSql(`lock table "file", "post_draft" in access exclusive mode;`)
    this.addSql(
      `create table "attachment" ("file_id" uuid not null, "role" varchar(20) not null, "holder_type" varchar(20) not null, "holder_id" uuid not null, "position" int not null, primary key ("file_id", "role"));`,
    )
    this.addSql(
      `insert into "attachment" select "id", 'file', 'message', "message_id", "position" from "file" where "message_id" is not null;`,
    )
    this.addSql(
      `insert into "attachment" select "id", 'file', 'post', "post_id", "position" from "file" where "post_id" is not null on conflict do nothing;`,
    )
    // A draft has the order of its files in its content.
    this.addSql(
      `insert into "attachment" select f."id", 'file', 'draft', f."draft_id", coalesce((select place - 1 from "post_draft" d, jsonb_array_elements_text(d."content" -> 'fileIds') with ordinality as named (id, place) where d."id" = f."draft_id" and named.id = f."id"::text limit 1), f."position") from "file" f where f."draft_id" is not null on conflict do nothing;`,
    )
    this.addSql(`create index "attachment_holder_id_holder_type_index" on "attachment" ("holder_id", "holder_type");`)
    this.addSql(`alter table "file" drop constraint "file_purpose_check";`)
    this.addSql(`update "file" set "purpose" = 'message' where "purpose" = 'post';`)
    this.addSql(
      `alter table "file" add constraint "file_purpose_check" check ("purpose" in ('message', 'avatar', 'cover', 'product'));`,
    )
    this.addSql(`drop index "file_message_id_index";`)
    this.addSql(`drop index "file_post_id_index";`)
    this.addSql(`drop index "file_draft_id_index";`)
    this.addSql(
      `alter table "file" drop column "message_id", drop column "post_id", drop column "draft_id", drop column "position";`,
    )
  }
}
