import { Migration } from '@mikro-orm/migrations';

export class Migration20261128215426_picture_sizes extends Migration {

  override name = 'Migration20261128215426_picture_sizes';

  override up(): void | Promise<void> {
    this.addSql(`alter table "file" add "sizes" text not null default 'due';`);
    this.addSql(`create index "file_sizes_due_index" on "file" ("sizes", "created_at") where sizes <> 'all';`);
    this.addSql(`alter table "file" add constraint "file_sizes_check" check ("sizes" in ('due', 'webp', 'all'));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "file_sizes_due_index";`);
    this.addSql(`alter table "file" drop constraint "file_sizes_check";`);
    this.addSql(`alter table "file" drop column "sizes";`);
  }

}
