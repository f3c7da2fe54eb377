import { Migration } from '@mikro-orm/migrations';

export class Migration20261129063924_desk_content extends Migration {

  override name = 'Migration20261129063924_desk_content';

  override up(): void | Promise<void> {
    this.addSql(`create index "asset_kind_created_at_id_index" on "asset" ("kind", "created_at", "id");`);
    this.addSql(`create index "asset_hidden_index" on "asset" ("kind", "created_at", "id") where status = 'hidden';`);

    this.addSql(`create index "comment_created_at_id_index" on "comment" ("created_at", "id");`);
    this.addSql(`create index "comment_hidden_index" on "comment" ("created_at", "id") where status = 'hidden';`);

    this.addSql(`create index "post_created_at_id_index" on "post" ("created_at", "id");`);
    this.addSql(`create index "post_hidden_index" on "post" ("created_at", "id") where status = 'hidden';`);

    this.addSql(`create index "stream_created_at_id_index" on "stream" ("created_at", "id");`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "asset_kind_created_at_id_index";`);
    this.addSql(`drop index "asset_hidden_index";`);

    this.addSql(`drop index "comment_created_at_id_index";`);
    this.addSql(`drop index "comment_hidden_index";`);

    this.addSql(`drop index "post_created_at_id_index";`);
    this.addSql(`drop index "post_hidden_index";`);

    this.addSql(`drop index "stream_created_at_id_index";`);
  }

}
