package io.videoplatform.samples.quickstart;

import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

import javax.imageio.ImageIO;

/**
 * Picture of a page. Fonts and versions of browsers make small differences, so that two
 * pictures are compared by the brightness of the cells of a coarse grid.
 *
 * @param file the file
 */
record Picture(Path file) {

	private static final int COLUMNS = 24;

	private static final int ROWS = 18;

	BufferedImage image() {
		try {
			return ImageIO.read(this.file.toFile());
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Could not read " + this.file, ex);
		}
	}

	void copyTo(Path other) {
		try {
			Files.createDirectories(other.getParent());
			Files.copy(this.file, other, StandardCopyOption.REPLACE_EXISTING);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Could not write " + other, ex);
		}
	}

	/**
	 * Return the mean difference of brightness to another picture.
	 * @return a number from 0, the same, to 1, black and white
	 */
	double differenceTo(Picture other) {
		BufferedImage mine = grid(image());
		BufferedImage others = grid(other.image());
		double sum = 0;
		for (int x = 0; x < COLUMNS; x++) {
			for (int y = 0; y < ROWS; y++) {
				sum += Math.abs(mine.getRaster().getSample(x, y, 0) - others.getRaster().getSample(x, y, 0)) / 255.0;
			}
		}
		return sum / (COLUMNS * ROWS);
	}

	/**
	 * Halve the picture until each pixel is a cell: each step takes all pixels into
	 * account.
	 */
	private static BufferedImage grid(BufferedImage image) {
		BufferedImage current = image;
		while (current.getWidth() > COLUMNS || current.getHeight() > ROWS) {
			current = scaled(current, Math.max(current.getWidth() / 2, COLUMNS),
					Math.max(current.getHeight() / 2, ROWS));
		}
		return current;
	}

	private static BufferedImage scaled(BufferedImage image, int width, int height) {
		BufferedImage scaled = new BufferedImage(width, height, BufferedImage.TYPE_BYTE_GRAY);
		Graphics2D graphics = scaled.createGraphics();
		graphics.setRenderingHint(RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BILINEAR);
		graphics.drawImage(image, 0, 0, width, height, null);
		graphics.dispose();
		return scaled;
	}

}
